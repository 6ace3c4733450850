using Load.Cli;
using Load.Terminal;

// The .NET runtime reads the switch for inline completions when it creates the first socket, so the switch must be set
// before any other code runs.
InlineCompletions.Enable();

using var interrupt = new Interrupt();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
