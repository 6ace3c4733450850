using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;

namespace Benchmarks;

/// <summary>
/// How every benchmark is measured and reported. The command line sets how long: --job, --iterationCount.
/// </summary>
internal static class BenchmarkConfig
{
    public static IConfig Create() => ManualConfig.CreateEmpty()
        .AddLogger(ConsoleLogger.Default)
        .AddColumnProvider(DefaultColumnProviders.Instance)
        .AddDiagnoser(MemoryDiagnoser.Default)
        .AddExporter(MarkdownExporter.GitHub, JsonExporter.Brief)
        .WithBuildTimeout(TimeSpan.FromMinutes(10))
        .WithArtifactsPath(Path.Combine("results", "benchmarks"))
        .WithOptions(ConfigOptions.DisableLogFile);
}

/// <summary>
/// Measures the benchmarks of a class with one garbage collector. A variable of the environment sets it, so that one
/// build serves all of them.
/// </summary>
/// <param name="isServer">Server GC, or Workstation GC.</param>
/// <param name="isForced">Whether a collection is forced between iterations.</param>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class CollectorAttribute(bool isServer, bool isForced) : JobMutatorConfigBaseAttribute(Job.Default
    .WithGcForce(isForced)
    .WithEnvironmentVariable("DOTNET_gcServer", isServer ? "1" : "0")
    // A heap for each core throughout, as before .NET 9: where the runtime adapts the number of heaps, a benchmark was
    // seen to allocate nothing at all.
    .WithEnvironmentVariable("DOTNET_GCDynamicAdaptationMode", "0"));
