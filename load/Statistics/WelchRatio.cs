using MathNet.Numerics.Distributions;

namespace Load.Statistics;

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

    /// <summary>
    /// The verdict: whether the current mean is higher or lower than the earlier mean, or not different.
    /// </summary>
    public Verdict Verdict => DecisionRule.Decide(Value, GetInterval);

    /// <summary>Gets the confidence interval of the ratio.</summary>
    /// <param name="confidence">The confidence level, such as 0.95.</param>
    /// <returns>The confidence interval; null if either comparison has only one round.</returns>
    public ConfidenceInterval? GetInterval(double confidence)
    {
        if (_earlierMean.LogDeviation is not { } before || _currentMean.LogDeviation is not { } after)
            return null;
        var (a, b) = (before * before / earlier.Count, after * after / current.Count);
        if (a + b == 0)
            return new ConfidenceInterval(Value, Value);
        var freedom = (a + b) * (a + b) / (a * a / (earlier.Count - 1) + b * b / (current.Count - 1));
        var half = Math.Exp(StudentT.InvCDF(0, 1, freedom, 0.5 + confidence / 2) * Math.Sqrt(a + b));
        return new ConfidenceInterval(Value / half, Value * half);
    }
}
