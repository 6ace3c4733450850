namespace TwoTier.Load.Statistics;

/// <summary>A confidence interval.</summary>
public readonly record struct ConfidenceInterval(double Lo, double Hi);

/// <summary>
/// The geometric mean of positive values, such as ratios, with intervals from Student's t on the logarithms of
/// independent units: process starts, or the batches of <see cref="FromRounds"/>.
/// </summary>
public sealed class GeometricMean
{
    internal const int MaxBatches = 10;

    private GeometricMean(double meanLog, double? standardError, double freedom, int units) =>
        (MeanLog, StandardError, Freedom, Units) = (meanLog, standardError, freedom, units);

    /// <summary>The geometric mean of the values.</summary>
    public double Value => Math.Exp(MeanLog);

    internal double MeanLog { get; }

    /// <summary>The standard error of the logarithm; null for a single unit.</summary>
    internal double? StandardError { get; }

    internal double Freedom { get; }

    internal int Units { get; }

    /// <summary>Calculates the geometric mean of independent values, which must be above zero.</summary>
    public static GeometricMean FromIndependent(IEnumerable<double> values) =>
        FromLogs([.. values.Select(value => Math.Log(value))]);

    /// <summary>
    /// Calculates the geometric mean of values in the order of time, in which neighbours may resemble each other. The
    /// means of ten equal batches are the independent values, or the values themselves if there are no more than ten.
    /// </summary>
    public static GeometricMean FromRounds(IEnumerable<double> values) =>
        FromRoundLogs([.. values.Select(value => Math.Log(value))]);

    /// <summary>Gets the confidence interval of the geometric mean.</summary>
    /// <returns>The confidence interval; null for a single value.</returns>
    public ConfidenceInterval? GetInterval(double confidence) => GetIntervalAtLevel(1 - confidence);

    /// <summary>Gets the interval in which a further unit, such as a process start, lies with a probability.</summary>
    /// <returns>The interval; null for a single value.</returns>
    public ConfidenceInterval? GetPredictionInterval(double probability) =>
        new GeometricMean(MeanLog, StandardError * Math.Sqrt(Units + 1), Freedom, Units).GetInterval(probability);

    internal static GeometricMean FromLogs(double[] logs) => new(
        logs.Average(),
        logs.Length > 1 ? StandardDeviation.Calculate(logs) / Math.Sqrt(logs.Length) : null,
        logs.Length - 1,
        logs.Length);

    internal static GeometricMean FromRoundLogs(double[] logs) =>
        FromLogs([.. DivideIntoBatches(logs).Select(batch => batch.Average())]);

    // The numbers of rounds in two batches differ by at most one. Each batch counts the same, so that the variance of
    // the batch means estimates the variance of their mean without bias.
    internal static IEnumerable<T[]> DivideIntoBatches<T>(T[] rounds)
    {
        var count = Math.Min(rounds.Length, MaxBatches);
        return Enumerable.Range(0, count)
            .Select(batch => rounds[(batch * rounds.Length / count)..((batch + 1) * rounds.Length / count)]);
    }

    /// <summary>
    /// Divides this mean by that of values that were measured independently, with the degrees of freedom by Welch and
    /// Satterthwaite.
    /// </summary>
    internal GeometricMean DivideBy(GeometricMean other)
    {
        var (units, quotient) = (Math.Min(Units, other.Units), MeanLog - other.MeanLog);
        if ((StandardError, other.StandardError) is not ({ } own, { } others))
            return new GeometricMean(quotient, null, 0, units);
        var variance = own * own + others * others;
        var freedom = variance == 0
            ? Freedom + other.Freedom
            : variance * variance / (Math.Pow(own, 4) / Freedom + Math.Pow(others, 4) / other.Freedom);
        return new GeometricMean(quotient, Math.Sqrt(variance), freedom, units);
    }

    internal double? GetHalfWidth(double level) =>
        StandardError is { } error ? CriticalValue.Get(Freedom, level) * error : null;

    internal ConfidenceInterval? GetIntervalAtLevel(double level) => GetHalfWidth(level) is { } half
        ? new ConfidenceInterval(Math.Exp(MeanLog - half), Math.Exp(MeanLog + half))
        : null;
}
