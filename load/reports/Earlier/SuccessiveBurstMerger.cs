using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Merges several runs of bursts that were sent one after the other. The merged result contains each burst as it was
/// measured.
/// </summary>
internal static class SuccessiveBurstMerger
{
    /// <summary>Creates a result that contains the bursts of all runs, in the order of the runs.</summary>
    public static Result Merge(IReadOnlyList<Result> runs)
    {
        var (first, variants) = (runs[0], runs.Select(run => run.Variants[0]).ToArray());
        BurstResult[] bursts = [.. variants.SelectMany(variant => variant.Bursts!)];
        var seconds = bursts.Sum(burst => burst.DurationS);
        var throughput = RoundToFiveDigits(bursts.Sum(burst => burst.Rps * burst.DurationS) / seconds);
        var workload = $"bursts of {string.Join(", ", bursts.Select(burst => burst.Requests))}";
        return first with
        {
            Ended = runs[^1].Ended,
            DurationS = RoundToFiveDigits(runs.Sum(run => run.DurationS)),
            Model = first.Model with { Connections = runs.Max(run => run.Model.Connections) },
            Workload = workload,
            Provenance = RunMerger.DescribeLoad(first.Provenance, _ => $"{workload}, each in its own run"),
            Plan = first.Plan with { TrialS = RoundToFiveDigits(seconds) },
            Validity = RunMerger.MergeValidity(runs),
            Variants =
            [
                MergedCounts.Sum(variants) with
                {
                    MeasuredS = RoundToFiveDigits(seconds),
                    Throughput = new Throughput(throughput, null, null),
                    Bursts = bursts,
                    Phases = null,
                    Kinds = null,
                },
            ],
        };
    }
}
