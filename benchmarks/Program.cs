using Benchmarks.Demonstrations;
using Benchmarks.Running;
using Benchmarks.Serving;

if (args is [ServerProcess.Argument])
{
    await DocumentServer.RunAsync();
    return 0;
}

if (Options.Read(args) is not { } options)
    return 64;
using var server = await ServerProcess.StartAsync();
return options.Demonstration is { } name
    ? await Demonstration.ShowAsync(name)
    : await StudyRun.RunAsync(options);
