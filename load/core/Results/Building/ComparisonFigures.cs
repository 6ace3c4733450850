namespace TwoTier.Load.Results.Building;

/// <summary>What a result has from its table of samples: the same for one start and for several.</summary>
internal static class ComparisonFigures
{
    public static VariantResult Add(VariantResult variant, SampleTable table, Judgement? judgement, string state)
    {
        var isWithheld = state != RunValidity.ValidState;
        var rate = table.EstimateRate(variant.Name);
        return variant with
        {
            Throughput = new Throughput(rate?.Value ?? 0, rate?.Interval?.Lo, rate?.Interval?.Hi),
            Ratio = Convert(ComparedMetric.Throughput),
            CpuRatio = Convert(ComparedMetric.CpuTime),
            AllocRatio = Convert(ComparedMetric.Allocation),
        };

        RatioResult? Convert(ComparedMetric metric) =>
            RatioConversion.Convert(judgement, variant.Name, metric, isWithheld);
    }

    /// <summary>Describes how the intervals of the ratios are computed.</summary>
    public static string DescribeIntervals(VerdictRule rule, SampleTable table) =>
        $"{(1 - rule.FamilyLevel) * 100:0.##} % for all ratios together, Student's t over "
        + (table.HasOneStart ? "ten batches of rounds, widened for other starts" : "the starts")
        + $", variances drawn towards their mean; same: within {rule.Margin * 100:0.##} % of 1";
}
