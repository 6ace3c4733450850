namespace TwoTier.Load;

/// <summary>
/// The ratio of one series of numbers to another, with an interval and a verdict by the rule of this library. The
/// numbers can come from anywhere: durations of a benchmark, throughputs of another load tool.
/// </summary>
/// <param name="Ratio">The geometric mean of the series, divided by that of the baseline.</param>
/// <param name="Interval">The interval of the ratio; null if there are too few numbers for one.</param>
/// <param name="Verdict">
/// Whether the numbers are higher or lower than the baseline's, the same within the margin, or whether nothing can be
/// told. <see cref="RatioVerdict.Withheld"/> if pairs drift or depend so much on one another that no interval is right.
/// </param>
public sealed record SeriesComparison(double Ratio, ConfidenceInterval? Interval, RatioVerdict Verdict)
{
    private const double DefaultConfidence = 0.99;
    private const double DefaultMargin = 0.02;

    /// <summary>
    /// Compares numbers that were measured independently, such as the runs of a benchmark before and after a change.
    /// The series may have different lengths; the interval is Welch's, on the logarithms.
    /// </summary>
    /// <param name="baseline">The numbers to compare with, all above 0: two or more.</param>
    /// <param name="values">The other numbers, in the same unit and all above 0: two or more.</param>
    /// <param name="margin">The largest difference that counts as the same, such as 0.02 for 2 %.</param>
    /// <param name="confidence">The confidence of the interval, such as 0.99.</param>
    /// <exception cref="ArgumentException">A number is not above 0, or a series has too few of them.</exception>
    public static SeriesComparison CompareIndependent(
        IReadOnlyList<double> baseline,
        IReadOnlyList<double> values,
        double margin = DefaultMargin,
        double confidence = DefaultConfidence)
    {
        var (rule, first, second) = (CreateRule(margin, confidence), GetLogs(baseline), GetLogs(values));
        var estimate = LogRatioEstimate.FromIndependentErrors(
            second.Average() - first.Average(),
            Math.Min(first.Length, second.Length),
            GetError(first),
            GetError(second));
        return new SeriesComparison(
            estimate.Value, estimate.GetInterval(rule.FamilyLevel), rule.Decide(estimate, rule.FamilyLevel));
    }

    /// <summary>
    /// Compares numbers that were measured in pairs, the first of each series at about the same time, then the second,
    /// and so on: what changes from pair to pair does not widen the interval. Pairs that depend on those before do.
    /// </summary>
    /// <param name="baseline">The numbers to compare with, all above 0: two or more.</param>
    /// <param name="values">The other number of each pair, in the same unit and above 0.</param>
    /// <param name="margin">The largest difference that counts as the same, such as 0.02 for 2 %.</param>
    /// <param name="confidence">The confidence of the interval, such as 0.99.</param>
    /// <exception cref="ArgumentException">
    /// A number is not above 0, there are too few, or the series have different lengths.
    /// </exception>
    public static SeriesComparison ComparePairs(
        IReadOnlyList<double> baseline,
        IReadOnlyList<double> values,
        double margin = DefaultMargin,
        double confidence = DefaultConfidence)
    {
        if (GetLogs(baseline).Length != GetLogs(values).Length)
        {
            throw new ArgumentException(
                $"{baseline.Count} and {values.Count} numbers are no pairs. Try CompareIndependent", nameof(values));
        }

        double?[][] series = [[.. baseline], [.. values]];
        var measured = new MeasuredComparison(["baseline", "values"], 0, null, [new MetricValues("value", series)]);
        var judgement = new ComparisonJudge(CreateRule(margin, confidence)).JudgeComparison(measured).Ratios[0];
        return new SeriesComparison(judgement.Estimate.Value, judgement.Interval, judgement.Verdict!.Value);
    }

    private static VerdictRule CreateRule(double margin, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(margin);
        if (confidence is not (> 0 and < 1))
        {
            throw new ArgumentOutOfRangeException(
                nameof(confidence), confidence, "The confidence must be between 0 and 1. Try 0.99");
        }

        return new VerdictRule(1 - confidence, margin);
    }

    private static double[] GetLogs(IReadOnlyList<double> values) =>
        values.Count >= 2 && values.All(value => value > 0 && double.IsFinite(value))
            ? [.. values.Select(value => Math.Log(value))]
            : throw new ArgumentException(
                "A series needs two numbers or more, all above 0. Leave out what was not measured", nameof(values));

    private static (double Error, double Freedom) GetError(double[] logs) =>
        (StandardDeviation.Calculate(logs) / Math.Sqrt(logs.Length), logs.Length - 1);
}
