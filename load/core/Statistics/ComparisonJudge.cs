namespace TwoTier.Load.Statistics;

/// <summary>What decides about a ratio.</summary>
/// <param name="FamilyLevel">The probability that any interval of the comparison misses the true ratio.</param>
/// <param name="Margin">The largest difference that counts as the same, such as 0.02.</param>
internal sealed record VerdictRule(double FamilyLevel = 0.01, double Margin = 0.02);

/// <summary>Computes every figure of a comparison that has an interval, for whoever prints or stores one.</summary>
internal static class ComparisonJudge
{
    // One variance may differ from the others, so their mean counts half as much as its own values. With more, a
    // variant that scatters three times as much as the others is told wrongly too often (docs/decisions.md, 7).
    private const double MeanShare = 0.5;

    /// <summary>
    /// Judges a comparison. All its intervals hold together with the family-wise confidence, because the level is
    /// divided evenly among the ratios that get verdicts (Bonferroni).
    /// </summary>
    public static Judgement Judge(SampleTable samples, VerdictRule rule)
    {
        ComparedMetric[] decided =
        [
            .. ComparedMetrics.All.Where(metric =>
                metric.HasVerdicts && samples.GetTotal(samples.Baseline, metric) is not null),
        ];
        var level = rule.FamilyLevel / Math.Max(1, decided.Length * samples.Compared.Count());
        return new Judgement(
            [.. ComparedMetrics.All.SelectMany(metric => JudgeMetric(samples, metric, level, rule))]);
    }

    private static IEnumerable<RatioJudgement> JudgeMetric(
        SampleTable samples, ComparedMetric metric, double level, VerdictRule rule)
    {
        (string Variant, RatioEstimate Estimate)[] ratios =
        [
            .. from variant in samples.Compared
               let estimate = samples.Estimate(variant, metric)
               where estimate is not null
               select (variant, estimate),
        ];
        // Ratios with fewer units than the others, because something was not measured, stand alone.
        foreach (var alike in ratios.GroupBy(ratio => ratio.Estimate.Freedom))
        {
            var (variances, freedom) = Shrink(
                [.. alike.Select(ratio => ratio.Estimate.Variance)], alike.Key);
            foreach (var ((variant, estimate), variance) in alike.Zip(variances))
                yield return Judge(variant, metric, estimate, variance, freedom, level, rule.Margin);
        }
    }

    /// <summary>
    /// Draws variances, each from few values, towards their mean, the idea of limma (Smyth, 2004). An interval with
    /// such a variance is narrower, because more values stand behind it. One variance alone is not changed.
    /// </summary>
    private static (double[] Variances, double Freedom) Shrink(double[] variances, double freedom)
    {
        var share = variances.Length < 2 ? 0 : MeanShare;
        var mean = variances.Average();
        return ([.. variances.Select(one => (one + share * mean) / (1 + share))], (1 + share) * freedom);
    }

    private static RatioJudgement Judge(
        string variant,
        ComparedMetric metric,
        RatioEstimate estimate,
        double variance,
        double freedom,
        double level,
        double margin)
    {
        var interval = estimate.GetHalfWidth(level, variance, freedom) is { } half
            ? new ConfidenceInterval(estimate.Value * Math.Exp(-half), estimate.Value * Math.Exp(half))
            : (ConfidenceInterval?)null;
        return new RatioJudgement(
            variant,
            metric,
            estimate,
            interval,
            metric.HasVerdicts ? Decide(metric, estimate.Units.Count, interval, margin) : null);
    }

    // By the printed interval alone (docs/decisions.md, 7).
    private static RatioVerdict Decide(ComparedMetric metric, int units, ConfidenceInterval? interval, double margin)
    {
        if (interval is not var (lo, hi) || units < RatioEstimate.FewestUnits)
            return RatioVerdict.CannotTell;
        var isThroughput = metric == ComparedMetric.Throughput;
        return (lo, hi) switch
        {
            _ when lo > 1 / (1 + margin) && hi < 1 + margin => RatioVerdict.Same,
            ( > 1, _) => isThroughput ? RatioVerdict.Faster : RatioVerdict.Dearer,
            (_, < 1) => isThroughput ? RatioVerdict.Slower : RatioVerdict.Cheaper,
            _ => RatioVerdict.CannotTell,
        };
    }
}

/// <summary>All that the samples of a comparison say at one time.</summary>
/// <param name="Ratios">The ratios of the variants to the baseline.</param>
internal sealed record Judgement(IReadOnlyList<RatioJudgement> Ratios)
{
    /// <summary>Gets the judgement on a variant; null if it was not measured.</summary>
    public RatioJudgement? Find(string variant, ComparedMetric metric) =>
        Ratios.FirstOrDefault(ratio => ratio.Variant == variant && ratio.Metric == metric);
}

/// <summary>The judgement on the ratio of one variant to the baseline, for one metric.</summary>
internal sealed record RatioJudgement(
    string Variant, ComparedMetric Metric, RatioEstimate Estimate, ConfidenceInterval? Interval, RatioVerdict? Verdict);
