// The .NET runtime reads the setting for inline completions of socket operations when it creates the first socket, so
// the setting must be made before any other code runs.
InlineSocketCompletions.Enable();

using var interrupt = new InterruptHandler();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
