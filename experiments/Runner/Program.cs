using Experiments;

return await new StudyCommandLine(StudyCatalog.Groups, StudyCatalog.OtherCommands)
    .InvokeAsync(args, CancellationToken.None);
