using Experiments;

return RelayCommand.IsMeant(args)
    ? await RelayCommand.RunAsync(args)
    : await new StudyCommandLine(StudyCatalog.Groups, StudyCatalog.OtherCommands)
        .InvokeAsync(args, CancellationToken.None);
