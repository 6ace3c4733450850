namespace TwoTier.Load.Statistics.Estimation;

/// <summary>
/// The ratio of two geometric means that come from separate comparisons, by Welch's t test on the logarithms: the
/// rounds of separate comparisons are not pairs, and may scatter differently. The rounds of each comparison may depend
/// on one another, so their standard errors come from <see cref="RoundEstimator"/>. The confidence interval covers the
/// scatter between rounds, but not the difference between two starts of the same process.
/// </summary>
internal static class WelchRatio
{
    /// <summary>
    /// Estimates the geometric mean of the current comparison divided by the geometric mean of the earlier one.
    /// </summary>
    public static LogRatioEstimate Estimate(
        IReadOnlyCollection<double[]> earlier, IReadOnlyCollection<double[]> current)
    {
        var (before, after) = (RoundEstimator.EstimateMean(earlier), RoundEstimator.EstimateMean(current));
        var (log, units) = (after.MeanLog - before.MeanLog, Math.Min(before.Units, after.Units));
        return before.StandardError is { } beforeError && after.StandardError is { } afterError
            ? LogRatioEstimate.FromIndependentErrors(
                log, units, (beforeError, before.Freedom), (afterError, after.Freedom))
            : new LogRatioEstimate(log, null, 0, units);
    }
}
