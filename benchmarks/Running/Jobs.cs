using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace Benchmarks.Running;

internal static class Jobs
{
    public static Job Usual(StudyLength length) => length switch
    {
        // No build and no process for each: it is not measured anyway.
        StudyLength.Dry => Job.Dry.WithToolchain(InProcessEmitToolchain.Instance),
        StudyLength.Short => Job.ShortRun,
        _ => Job.Default,
    };

    /// <summary>
    /// Workstation and server collector, each with a collection forced between iterations and without, as the source had them.
    /// A process has one, so not for each of a dry run.
    /// </summary>
    public static Job[] OfEachCollector(StudyLength length) => length is StudyLength.Dry
        ? [Usual(length)]
        :
        [
            Collector(length, "Workstation", server: false, force: false),
            Collector(length, "WorkstationForce", server: false, force: true),
            Server(length, "Server", force: false),
            Server(length, "ServerForce", force: true),
        ];

    // With as many heaps as cores throughout, as it was before .NET 9: when it changes their number, the runtime's count of
    // allocated bytes loses some.
    private static Job Server(StudyLength length, string id, bool force) =>
        Collector(length, id, server: true, force).WithEnvironmentVariable("DOTNET_GCDynamicAdaptationMode", "0");

    private static Job Collector(StudyLength length, string id, bool server, bool force) =>
        Usual(length).WithGcServer(server).WithGcForce(force).WithId(id);
}
