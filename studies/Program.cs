return await new StudyCommandLine(StudyCatalog.Groups).InvokeAsync(args, CancellationToken.None);
