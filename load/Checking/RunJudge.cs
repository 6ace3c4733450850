using Load.Running;
using Load.Scraping;

namespace Load.Checking;

/// <summary>Whether to believe a run, and whether it is what was asked for.</summary>
/// <param name="fewestSent">Share of an open loop's plan.</param>
/// <param name="mostLateness">99th percentile of the tool's own delay in an open loop.</param>
/// <param name="thresholds">What was asked for.</param>
internal sealed class RunJudge(double fewestSent, TimeSpan mostLateness, IReadOnlyList<Threshold> thresholds)
{
    public Ran Judge(Ran ran, Tier loaded, int cores)
    {
        var recorded = ran.Recorded;
        return ran with
        {
            Checks =
            [
                .. recorded.Arrivals is { } arrivals
                    ? [OpenChecks.Sent(arrivals, fewestSent), OpenChecks.Lateness(arrivals, mostLateness)]
                    : Array.Empty<Check>(),
                RunChecks.Errors(recorded.Tally),
                RunChecks.OwnCpu(ran.OwnCores, cores, recorded.Seconds),
                RunChecks.Server([ran.Usage], loaded),
                .. recorded.Arrivals is null && recorded.Bursts.Count == 0 ? [RunChecks.ClosedLoop with { Cure = "--rate shows them" }] : Array.Empty<Check>(),
            ],
            Thresholds = [.. thresholds.Select(threshold => threshold.Judge(recorded))],
        };
    }
}
