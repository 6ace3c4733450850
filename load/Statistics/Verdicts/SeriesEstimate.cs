using Load.Statistics.Estimation;

namespace Load.Statistics.Verdicts;

/// <summary>
/// Estimates the ratio of a series from its process starts, or from its rounds if the processes were started once.
/// </summary>
internal static class SeriesEstimate
{
    /// <summary>Estimates the ratio of a series.</summary>
    /// <param name="series">The series: at least one measured round.</param>
    /// <param name="estimator">The estimator of the metric.</param>
    public static LogRatioEstimate Calculate(RatioSeries series, RoundEstimator estimator) =>
        GetStarts(series)?.Estimate ?? estimator.Estimate(series.Logs);

    /// <summary>Gets the process starts of a series; null if the processes were started once.</summary>
    /// <param name="series">The series: at least one measured round.</param>
    public static ProcessStarts? GetStarts(RatioSeries series) => series.Starts is null
        ? null
        : new ProcessStarts([.. series.GroupByStart().Select(start => start.Select(round => round.Log).ToArray())]);
}
