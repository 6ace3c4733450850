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
/// The configuration of all benchmarks: what is measured, and how it is reported. The command line sets how long a
/// benchmark runs, with --job and --iterationCount.
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
/// Measures the benchmarks of a class with Server GC or Workstation GC. An environment variable sets the garbage
/// collector, so that the same build runs with either of them.
/// </summary>
/// <param name="isServer">Whether the garbage collector is Server GC. Otherwise it is Workstation GC.</param>
/// <param name="isForced">Whether a garbage collection is forced between iterations.</param>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class GarbageCollectorAttribute(
    bool isServer, bool isForced) : JobMutatorConfigBaseAttribute(Job.Default
    .WithGcForce(isForced)
    .WithEnvironmentVariable("DOTNET_gcServer", isServer ? "1" : "0")
    // The GC keeps one heap for each core, as before .NET 9. If the runtime adapts the number of heaps, BenchmarkDotNet
    // may report that a benchmark allocates nothing.
    .WithEnvironmentVariable("DOTNET_GCDynamicAdaptationMode", "0"));
