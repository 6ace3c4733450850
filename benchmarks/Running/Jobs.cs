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
            Collector(length, "Server", server: true, force: false),
            Collector(length, "ServerForce", server: true, force: true),
        ];

    private static Job Collector(StudyLength length, string id, bool server, bool force) =>
        Usual(length).WithGcServer(server).WithGcForce(force).WithId(id);
}
