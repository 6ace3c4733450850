using TwoTier.Load.Cli;
using TwoTier.Load.Cli.Commands;

ToolEnvironment.SetUp();
using var interrupt = new InterruptHandler();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
