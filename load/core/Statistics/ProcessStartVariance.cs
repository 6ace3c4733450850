namespace TwoTier.Load.Statistics;

/// <summary>
/// A ratio that was measured in several rounds after each of several process starts. A process may be faster or slower
/// for as long as it lives, so the mean of each start is one value (Kalibera and Jones, 2013): the interval covers the
/// scatter of starts and of rounds. The means of a few starts may agree by chance, so their variance is taken to be at
/// least what the scatter of the rounds explains. The variances of starts are null for a single start.
/// </summary>
internal sealed class ProcessStartVariance
{
    public ProcessStartVariance(IReadOnlyList<double[]> logsByStart)
    {
        Means = [.. logsByStart.Select(logs => logs.Average())];
        // The factor by which the variance between rounds contributes to the variance of the mean of a process start.
        var left = logsByStart.Average(logs => 1.0 / logs.Length);
        var freedom = logsByStart.Sum(logs => logs.Length - 1);
        if (freedom > 0)
            RoundVariance = logsByStart.Sum(logs => logs.Sum(log => Math.Pow(log - logs.Average(), 2))) / freedom;
        if (Means.Length < 2)
            return;
        var explained = (RoundVariance ?? 0) * left;
        VarianceOfMeans = Math.Max(Math.Pow(StandardDeviation.Calculate(Means), 2), explained);
        StartVariance = VarianceOfMeans - explained;
    }

    public double[] Means { get; }

    /// <summary>The variance between rounds after the same start; null if no process start has two rounds.</summary>
    public double? RoundVariance { get; }

    /// <summary>The variance of a log ratio between process starts, without the variance between rounds.</summary>
    public double? StartVariance { get; }

    /// <summary>The variance of the means, and at least the part of it that the scatter of the rounds explains.</summary>
    public double? VarianceOfMeans { get; }

    /// <summary>The share of the variance that is due to process starts; more rounds reduce only the rest.</summary>
    public double? StartsShare => VarianceOfMeans > 0 ? StartVariance / VarianceOfMeans : null;

    /// <summary>The estimated ratio, in which each process start has the same weight.</summary>
    public LogRatioEstimate Estimate => new(
        Means.Average(),
        VarianceOfMeans is { } variance ? Math.Sqrt(variance / Means.Length) : null,
        Means.Length - 1,
        Means.Length);

    /// <summary>Gets the interval in which the ratio of a new run is expected that starts the processes once.</summary>
    public ConfidenceInterval? GetPrediction(double level) => VarianceOfMeans is { } variance
        ? (Estimate with { StandardError = Math.Sqrt(variance + variance / Means.Length) }).GetInterval(level)
        : null;
}
