return await new StudyCommandLine(StudyCatalog.Commands).InvokeAsync(args, CancellationToken.None);
