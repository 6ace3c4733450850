namespace Load.Statistics.Estimation;

/// <summary>
/// The ratio of two geometric means that come from separate comparisons, by Welch's t test on the logarithms: the
/// rounds of separate comparisons are not pairs, and may scatter differently. The confidence interval covers the
/// scatter between rounds, but not the difference between two starts of the same process.
/// </summary>
/// <param name="earlier">The value of each round in the earlier comparison: at least one value, all above zero.</param>
/// <param name="current">The value of each round in the current comparison: at least one value, all above zero.</param>
internal sealed class WelchRatio(IReadOnlyCollection<double> earlier, IReadOnlyCollection<double> current)
{
    private readonly GeometricMean _earlierMean = new(earlier);
    private readonly GeometricMean _currentMean = new(current);

    /// <summary>
    /// The geometric mean of the current comparison divided by the geometric mean of the earlier comparison.
    /// </summary>
    public double Value => _currentMean.Value / _earlierMean.Value;

    /// <summary>The estimated ratio, from which an interval at any level can be calculated.</summary>
    public LogRatioEstimate Estimate
    {
        get
        {
            var (log, units) = (Math.Log(Value), Math.Min(earlier.Count, current.Count));
            if (_earlierMean.LogDeviation is not { } before || _currentMean.LogDeviation is not { } after)
                return new LogRatioEstimate(log, null, 0, units);
            var (a, b) = (before * before / earlier.Count, after * after / current.Count);
            var freedom = a + b == 0
                ? earlier.Count + current.Count - 2
                : (a + b) * (a + b) / (a * a / (earlier.Count - 1) + b * b / (current.Count - 1));
            return new LogRatioEstimate(log, Math.Sqrt(a + b), freedom, units);
        }
    }
}
