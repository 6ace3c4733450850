namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>
/// Estimates the ratio of a series from its process starts, or from its rounds if the processes were started once.
/// </summary>
internal static class SeriesEstimate
{
    /// <summary>Estimates the ratio of a series.</summary>
    public static LogRatioEstimate Calculate(RatioSeries series, RoundEstimator estimator) =>
        GetProcessStartVariance(series)?.Estimate ?? estimator.Estimate(series.LogRatios);

    /// <summary>Gets the process starts of a series; null if the processes were started once.</summary>
    public static ProcessStartVariance? GetProcessStartVariance(
        RatioSeries series) => series.ProcessStartByRound is null
        ? null
        : new ProcessStartVariance(
            [.. series.GroupByStart().Select(start => start.Select(round => round.Log).ToArray())]);
}
