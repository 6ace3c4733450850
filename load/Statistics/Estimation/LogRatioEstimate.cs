namespace Load.Statistics.Estimation;

/// <summary>An estimated ratio, with the figures from which an interval at any level can be calculated.</summary>
/// <param name="MeanLog">The estimated logarithm of the ratio.</param>
/// <param name="StandardError">
/// The standard error of the logarithm; null if the ratio was estimated from a single value.
/// </param>
/// <param name="Freedom">The degrees of freedom of the standard error.</param>
/// <param name="Units">The number of values that count as independent: rounds, batches or process starts.</param>
internal sealed record LogRatioEstimate(double MeanLog, double? StandardError, double Freedom, int Units)
{
    /// <summary>The estimated ratio.</summary>
    public double Value => Math.Exp(MeanLog);

    /// <summary>Gets half the width of the interval on the logarithmic scale.</summary>
    /// <param name="level">The probability that the interval misses the true ratio, such as 0.01.</param>
    /// <returns>The half-width; null if the ratio was estimated from a single value.</returns>
    public double? GetHalfWidth(double level) => StandardError is { } error && Freedom > 0
        ? CriticalValue.Get(Freedom, level) * error
        : null;

    /// <summary>Gets the interval of the ratio.</summary>
    /// <param name="level">The probability that the interval misses the true ratio, such as 0.01.</param>
    /// <returns>The interval; null if the ratio was estimated from a single value.</returns>
    public ConfidenceInterval? GetInterval(double level) => GetHalfWidth(level) is { } half
        ? new ConfidenceInterval(Math.Exp(MeanLog - half), Math.Exp(MeanLog + half))
        : null;
}
