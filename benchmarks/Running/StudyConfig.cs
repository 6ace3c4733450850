using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;

namespace Benchmarks.Running;

/// <summary>What every study is measured and reported with.</summary>
internal static class StudyConfig
{
    public static ManualConfig Of(StudyLength length, Job[] jobs) => ManualConfig.CreateEmpty()
        .AddJob(jobs)
        .AddLogger(length is StudyLength.Dry ? NullLogger.Instance : ConsoleLogger.Default)
        .AddColumnProvider(DefaultColumnProviders.Instance)
        .AddDiagnoser(MemoryDiagnoser.Default)
        .AddExporter(length is StudyLength.Dry ? [] : [MarkdownExporter.GitHub])
        .WithBuildTimeout(TimeSpan.FromMinutes(10))
        .WithArtifactsPath(Kept.FolderOf(length))
        .WithOptions(ConfigOptions.DisableLogFile);
}
