using Load.Cli;
using Load.Terminal;

// The runtime reads this switch when it creates the first socket, so it must be set before anything else.
InlineCompletions.Enable();

using var interrupt = new Interrupt();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
