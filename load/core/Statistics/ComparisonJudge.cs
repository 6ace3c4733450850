namespace TwoTier.Load.Statistics;

internal sealed class ComparisonJudge(VerdictRule rule)
{
    public ComparisonJudgement JudgeComparison(MeasuredComparison comparison, double? familyLevel = null)
    {
        MetricValues[] withVerdicts = [.. comparison.Metrics.Where(metric => metric.HasVerdicts)];
        var level = familyLevel ?? rule.FamilyLevel;
        var intervalLevel = level / Math.Max(1, withVerdicts.Length * comparison.ComparedVariants.Count);
        RatioJudgement[] ratios =
        [
            .. from metric in comparison.Metrics
               from variant in comparison.ComparedVariants
               let series = comparison.CreateSeries(metric, variant)
               where series.Units.Length > 0
               select Judge(series, intervalLevel, metric.HasVerdicts),
        ];
        var controls = comparison.Replicate is not { } replicate ? [] :
            from metric in withVerdicts
            let series = comparison.CreateSeries(metric, replicate, comparison.Baseline)
            where series.Units.Length > 0
            // The ratio of the baseline to itself supports no claim about a variant, so its level does not depend on
            // the number of variants.
            select Judge(series, level / withVerdicts.Length, hasVerdict: true);
        return new ComparisonJudgement(intervalLevel, ratios, [.. controls]);
    }

    private RatioJudgement Judge(RatioSeries series, double level, bool hasVerdict) =>
        new(series, level, hasVerdict ? rule.Decide(series.Estimate, level) : null);
}
