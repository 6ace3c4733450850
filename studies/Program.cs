using var interrupt = new InterruptHandler();
return await new StudyCommandLine(StudyCatalog.Commands).InvokeAsync(args, interrupt.Token);
