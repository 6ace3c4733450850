namespace TwoTier.Load.Statistics;

/// <summary>
/// A ratio that was measured in several rounds after each of several process starts. A process may be faster or slower
/// for as long as it lives, so the mean of each start is one value (Kalibera and Jones, 2013): the interval covers the
/// scatter of starts and of rounds. The means of a few starts may agree by chance, so their variance is taken to be at
/// least what the scatter of the rounds explains.
/// </summary>
internal sealed class ProcessStartVariance
{
    // The variance of the means; null for a single start.
    private readonly double? _variance;

    public ProcessStartVariance(IReadOnlyList<double[]> logsByStart)
    {
        Means = [.. logsByStart.Select(logs => logs.Average())];
        if (Means.Length < 2)
            return;
        var freedom = logsByStart.Sum(logs => logs.Length - 1);
        var squares = logsByStart.Sum(logs => logs.Sum(log => Math.Pow(log - logs.Average(), 2)));
        var explained = freedom == 0 ? 0 : squares / freedom * logsByStart.Average(logs => 1.0 / logs.Length);
        var variance = Math.Max(Math.Pow(StandardDeviation.Calculate(Means), 2), explained);
        _variance = variance;
        StartsShare = variance > 0 ? (variance - explained) / variance : null;
    }

    /// <summary>The mean log ratio of the rounds after each process start.</summary>
    public double[] Means { get; }

    /// <summary>
    /// The share of the variance that is due to process starts; more rounds reduce only the rest. Null for one start.
    /// </summary>
    public double? StartsShare { get; }

    /// <summary>The estimated ratio, in which each process start has the same weight.</summary>
    public LogRatioEstimate Estimate => new(
        Means.Average(),
        _variance is { } known ? Math.Sqrt(known / Means.Length) : null,
        Means.Length - 1,
        Means.Length);

    /// <summary>Gets the interval in which the ratio of a new run is expected that starts the processes once.</summary>
    public ConfidenceInterval? GetPrediction(double level) => _variance is { } known
        ? (Estimate with { StandardError = Math.Sqrt(known + known / Means.Length) }).GetInterval(level)
        : null;
}
