namespace TwoTier.Load.Results.Building;

/// <summary>What a result has from its table of samples: the same for one start and for several.</summary>
internal static class ComparisonFigures
{
    // JSON has no infinity, which the end of an interval can be with two rounds.
    private const double LargestRatio = 1e9;

    public static VariantResult Add(VariantResult variant, SampleTable table, Judgement? judgement, string state)
    {
        var (rate, cpu) = (table.EstimateRate(variant.Name), table.GetTotal(variant.Name, ComparedMetric.CpuTime));
        return variant with
        {
            Processes = variant.Processes.ToDictionary(process => process.Key, process =>
                process.Key == MonitoredProcess.Target && table.GetShareOutside(variant.Name) is not null
                    ? process.Value! with { CpuMs = RoundToFiveDigits(1000 * cpu) }
                    : process.Value),
            Throughput = new Throughput(rate?.Value ?? 0, rate?.Interval?.Lo, rate?.Interval?.Hi),
            Ratio = Convert(ComparedMetric.Throughput),
            CpuRatio = Convert(ComparedMetric.CpuTime),
            AllocRatio = Convert(ComparedMetric.Allocation),
            P50Ratio = Convert(ComparedMetric.P50),
            P99Ratio = Convert(ComparedMetric.P99),
        };

        RatioResult? Convert(ComparedMetric metric)
        {
            if (judgement?.Find(variant.Name, metric) is not { } ratio)
                return null;
            var (value, units) = (ratio.Estimate.Value, ratio.Estimate.Units);
            var verdict = RunValidity.CanTell(state, ratio.Interval) && ratio.Verdict is { } told
                ? told
                : RatioVerdict.Withheld;
            return ratio.Interval is var (lo, hi)
                ? new RatioResult(value, Math.Max(lo, 1 / LargestRatio), Math.Min(hi, LargestRatio), verdict, units)
                : new RatioResult(value, null, null, verdict, units);
        }
    }

    /// <summary>Describes how the ratios and their intervals are computed.</summary>
    public static StatisticalMethod DescribeMethod(VerdictRule rule, SampleTable table, int rounds) => new(
        "ratio of the totals of all rounds",
        $"{(1 - rule.FamilyLevel) * 100:0.##} % for all ratios together, Student's t over "
            + (table.HasOneStart ? "ten batches of rounds, widened for other starts" : "the starts")
            + $", variances drawn towards their mean; same: within {rule.Margin * 100:0.##} % of 1",
        rounds)
    {
        Margin = rule.Margin,
        FamilyLevel = rule.FamilyLevel,
    };
}
