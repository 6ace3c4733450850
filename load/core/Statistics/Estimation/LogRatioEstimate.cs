namespace TwoTier.Load.Statistics.Estimation;

/// <summary>An estimated ratio, with the figures from which an interval at any level can be calculated.</summary>
internal sealed record LogRatioEstimate(double MeanLog, double? StandardError, double Freedom, int Units)
{
    /// <summary>
    /// Creates an estimate whose error is the sum of independent errors, with the degrees of freedom by Welch and
    /// Satterthwaite.
    /// </summary>
    public static LogRatioEstimate FromIndependentErrors(
        double meanLog, int units, params IReadOnlyCollection<(double Error, double Freedom)> errors)
    {
        var variance = errors.Sum(one => one.Error * one.Error);
        var freedom = variance == 0
            ? errors.Sum(one => one.Freedom)
            : variance * variance / errors.Sum(one => Math.Pow(one.Error, 4) / one.Freedom);
        return new LogRatioEstimate(meanLog, Math.Sqrt(variance), freedom, units);
    }

    /// <summary>The estimated ratio.</summary>
    public double Value => Math.Exp(MeanLog);

    /// <summary>Gets half the width of the interval on the logarithmic scale.</summary>
    /// <returns>The half-width; null if the ratio was estimated from a single value.</returns>
    public double? GetHalfWidth(double level) => StandardError is { } error && Freedom > 0
        ? CriticalValue.Get(Freedom, level) * error
        : null;

    /// <summary>Gets the interval of the ratio.</summary>
    /// <returns>The interval; null if the ratio was estimated from a single value.</returns>
    public ConfidenceInterval? GetInterval(double level) => GetHalfWidth(level) is { } half
        ? new ConfidenceInterval(Math.Exp(MeanLog - half), Math.Exp(MeanLog + half))
        : null;
}
