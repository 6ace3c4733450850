// Sockets whose operations complete on the thread that polls them take a third less CPU. The .NET runtime reads the
// setting when it creates the first socket, so it is made before any other code runs, unless the user has made it.
const string completions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(completions)))
    Environment.SetEnvironmentVariable(completions, "1");

using var interrupt = new InterruptHandler();
return await CommandLine.InvokeAsync(args, ToolContext.CreateForTerminal(), interrupt.Token);
