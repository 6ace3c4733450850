using Load.Cli;
using Load.Terminal;

// The runtime reads this switch when the first socket is made, so it comes before everything else.
InlineCompletions.Enable();

using var interrupt = new Interrupt();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
