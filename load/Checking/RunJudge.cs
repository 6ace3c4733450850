using Load.Recording;
using Load.Running;
using Load.Scraping;

namespace Load.Checking;

/// <summary>Whether to believe a run, and whether it is what was asked for.</summary>
/// <param name="fewestSent">Share of an open loop's plan.</param>
/// <param name="mostLateness">99th percentile of the tool's own delay in an open loop.</param>
/// <param name="thresholds">What was asked for.</param>
internal sealed class RunJudge(double fewestSent, TimeSpan mostLateness, IReadOnlyList<Threshold> thresholds)
{
    public Ran Judge(Ran ran, Tier? loaded, int cores)
    {
        var recorded = ran.Recorded;
        return ran with
        {
            Checks =
            [
                .. OfTheModel(recorded),
                RunChecks.Errors(recorded.Tally),
                RunChecks.OwnCpu(ran.OwnCores, cores, recorded.Seconds),
                .. loaded is null ? Array.Empty<Check>() : [RunChecks.Server([ran.Usage], loaded)],
            ],
            Thresholds = [.. thresholds.Select(threshold => threshold.Judge(recorded))],
        };
    }

    private Check[] OfTheModel(Recorder recorded)
    {
        if (recorded.Arrivals is { } arrivals)
            return [OpenChecks.Sent(arrivals, fewestSent), OpenChecks.Lateness(arrivals, mostLateness)];
        return recorded.Bursts.Count > 0 ? [] : [RunChecks.ClosedLoop with { Cure = "--rate counts them" }];
    }
}
