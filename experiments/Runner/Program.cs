using Experiments;

return args is [RelayCommand.Relay or RelayCommand.Sink, ..]
    ? await RelayCommand.RunAsync(args)
    : await new StudyCommandLine(StudyCatalog.Groups, StudyCatalog.OtherCommands)
        .InvokeAsync(args, CancellationToken.None);
