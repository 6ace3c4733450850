ToolEnvironment.SetUp();
using var interrupt = new InterruptHandler();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
