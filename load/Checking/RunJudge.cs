using Load.Recording;
using Load.Running;
using Load.Scraping;

namespace Load.Checking;

/// <summary>Whether to believe a run, and whether it is what was asked for.</summary>
/// <param name="limits">Of an open loop.</param>
/// <param name="thresholds">What was asked for.</param>
internal sealed class RunJudge(OpenLimits limits, IReadOnlyList<Threshold> thresholds)
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

    private IReadOnlyList<Check> OfTheModel(Recorder recorded)
    {
        if (recorded.Arrivals is { } arrivals)
            return OpenChecks.Of(arrivals, limits);
        return recorded.Bursts.Count > 0 ? [] : [RunChecks.ClosedLoop with { Cure = "--rate counts them" }];
    }
}
