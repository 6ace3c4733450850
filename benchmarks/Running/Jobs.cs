using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

namespace Benchmarks.Running;

internal static class Jobs
{
    private static readonly TimeInterval HalfTheUsual = TimeInterval.FromMilliseconds(250);

    public static Job Usual(StudyLength length) => length switch
    {
        // No build and no process for each: it is not measured anyway.
        StudyLength.Dry => Job.Dry.WithToolchain(InProcessEmitToolchain.Instance),
        // More iterations than it has, each of half its time: the findings are medians, and one of three may be any.
        StudyLength.Short => Job.ShortRun.WithIterationCount(7).WithIterationTime(HalfTheUsual),
        // There are more than a hundred benchmarks.
        _ => Job.Default.WithIterationTime(HalfTheUsual),
    };

    /// <summary>
    /// Workstation and server collector, each with a collection forced between iterations and without, as the source had them.
    /// A process has one, so not for each of a dry run.
    /// </summary>
    public static Job[] OfEachCollector(StudyLength length) => length is StudyLength.Dry
        ? [Usual(length)]
        :
        [
            Collector(length, "WorkstationForce", "0"), Collector(length, "Workstation", "0").WithGcForce(false),
            Collector(length, "ServerForce", "1"), Collector(length, "Server", "1").WithGcForce(false),
        ];

    // By variables, so that one build serves several. The server's with a heap for each core throughout, as it was before .NET 9:
    // where it adapts their number, a benchmark was seen to allocate nothing at all.
    private static Job Collector(StudyLength length, string id, string isServer) => Usual(length).WithId(id)
        .WithEnvironmentVariable("DOTNET_gcServer", isServer)
        .WithEnvironmentVariable("DOTNET_GCDynamicAdaptationMode", "0");
}
