using Load.Cli;
using Load.Terminal;

// The .NET runtime reads the switch for inline completions when it creates the first socket, so the switch must be set
// before any other code runs.
InlineSocketCompletions.Enable();

using var interrupt = new InterruptHandler();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
