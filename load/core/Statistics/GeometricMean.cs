using MathNet.Numerics.Statistics;

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

    private GeometricMean(double meanLog, double? standardError, int units) =>
        (MeanLog, StandardError, Units) = (meanLog, standardError, units);

    /// <summary>The geometric mean of the values.</summary>
    public double Value => Math.Exp(MeanLog);

    internal double MeanLog { get; }

    /// <summary>The standard error of the logarithm; null for a single unit.</summary>
    internal double? StandardError { get; }

    internal int Units { get; }

    /// <summary>Calculates the geometric mean of independent values, which must be above zero.</summary>
    public static GeometricMean FromIndependent(IEnumerable<double> values) =>
        FromLogs([.. values.Select(value => Math.Log(value))]);

    /// <summary>
    /// Calculates the geometric mean of values in the order of time, in which neighbours may resemble each other. The
    /// means of ten equal batches are the independent values, or the values themselves if there are no more than ten.
    /// </summary>
    public static GeometricMean FromRounds(IEnumerable<double> values) =>
        FromLogs([.. DivideIntoBatches([.. values.Select(value => Math.Log(value))]).Select(batch => batch.Average())]);

    /// <summary>Gets the confidence interval of the geometric mean.</summary>
    /// <returns>The confidence interval; null for a single value.</returns>
    public ConfidenceInterval? GetInterval(double confidence) => GetIntervalAtLevel(1 - confidence);

    /// <summary>Gets the interval in which a further unit, such as a process start, lies with a probability.</summary>
    /// <returns>The interval; null for a single value.</returns>
    public ConfidenceInterval? GetPredictionInterval(double probability) =>
        new GeometricMean(MeanLog, StandardError * Math.Sqrt(Units + 1), Units).GetInterval(probability);

    internal static GeometricMean FromLogs(double[] logs) => new(
        logs.Average(),
        logs.Length > 1 ? logs.StandardDeviation() / Math.Sqrt(logs.Length) : null,
        logs.Length);

    // The numbers of rounds in two batches differ by at most one. Each batch counts the same, so that the variance of
    // the batch means estimates the variance of their mean without bias.
    internal static IEnumerable<T[]> DivideIntoBatches<T>(T[] rounds)
    {
        var count = Math.Min(rounds.Length, MaxBatches);
        return Enumerable.Range(0, count)
            .Select(batch => rounds[(batch * rounds.Length / count)..((batch + 1) * rounds.Length / count)]);
    }

    internal double? GetHalfWidth(double level) =>
        StandardError is { } error ? CriticalValue.Get(Units - 1, level) * error : null;

    internal ConfidenceInterval? GetIntervalAtLevel(double level) => GetHalfWidth(level) is { } half
        ? new ConfidenceInterval(Math.Exp(MeanLog - half), Math.Exp(MeanLog + half))
        : null;
}
