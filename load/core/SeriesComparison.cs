namespace TwoTier.Load;

/// <summary>
/// The ratio of one series of numbers to another, with an interval and a verdict by the rule of this library. The
/// numbers can come from anywhere: durations of a benchmark, throughputs of another load tool.
/// </summary>
/// <param name="Ratio">The geometric mean of the series, divided by that of the baseline.</param>
/// <param name="Interval">The interval of the ratio; null if there are too few numbers for one.</param>
/// <param name="Verdict">
/// Whether the numbers are higher or lower than the baseline's, the same within the margin, or whether nothing can be
/// told.
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
        var (before, after) = (GetLogs(baseline), GetLogs(values));
        return Decide(GeometricMean.FromLogs(after).DivideBy(GeometricMean.FromLogs(before)), margin, confidence);
    }

    /// <summary>
    /// Compares numbers that were measured in pairs, the first of each series at about the same time, then the second,
    /// and so on: what changes from pair to pair does not widen the interval. What lasts for a few pairs does, because
    /// the interval comes from the means of ten batches of consecutive pairs.
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
        var (before, after) = (GetLogs(baseline), GetLogs(values));
        if (before.Length != after.Length)
        {
            throw new ArgumentException(
                $"{baseline.Count} and {values.Count} numbers are not pairs. Try CompareIndependent", nameof(values));
        }

        double[] ratios = [.. after.Zip(before, (log, baselineLog) => log - baselineLog)];
        return Decide(GeometricMean.FromRoundLogs(ratios), margin, confidence);
    }

    private static SeriesComparison Decide(GeometricMean ratio, double margin, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(margin);
        if (confidence is not (> 0 and < 1))
        {
            throw new ArgumentOutOfRangeException(
                nameof(confidence), confidence, "The confidence must be between 0 and 1. Try 0.99");
        }

        var level = 1 - confidence;
        var verdict = new VerdictRule(level, margin).Decide(ratio, level);
        return new SeriesComparison(ratio.Value, ratio.GetIntervalAtLevel(level), verdict);
    }

    private static double[] GetLogs(IReadOnlyList<double> values) =>
        values.Count >= 2 && values.All(value => value > 0 && double.IsFinite(value))
            ? [.. values.Select(value => Math.Log(value))]
            : throw new ArgumentException(
                "A series needs two numbers or more, all above 0. Leave out what was not measured", nameof(values));
}
