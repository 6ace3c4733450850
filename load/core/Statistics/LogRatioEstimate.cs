namespace TwoTier.Load.Statistics;

/// <summary>A confidence interval.</summary>
public readonly record struct ConfidenceInterval(double Lo, double Hi);

/// <summary>
/// An estimated ratio or geometric mean, with the figures from which an interval at any level can be calculated. The
/// standard error, on the logarithmic scale, is null for an estimate from a single value.
/// </summary>
internal sealed record LogRatioEstimate(double MeanLog, double? StandardError, double Freedom, int Units)
{
    public double Value => Math.Exp(MeanLog);

    /// <summary>Estimates the mean of independent logarithms.</summary>
    public static LogRatioEstimate FromIndependentValues(IReadOnlyCollection<double> logs) => new(
        logs.Average(),
        logs.Count > 1 ? StandardDeviation.Calculate(logs) / Math.Sqrt(logs.Count) : null,
        logs.Count - 1,
        logs.Count);

    /// <summary>Adds independent errors, with the degrees of freedom by Welch and Satterthwaite.</summary>
    public static LogRatioEstimate FromIndependentErrors(
        double meanLog, int units, params IReadOnlyCollection<(double? Error, double Freedom)> errors)
    {
        if (errors.Any(one => one.Error is null))
            return new LogRatioEstimate(meanLog, null, 0, units);
        var variance = errors.Sum(one => one.Error!.Value * one.Error.Value);
        var freedom = variance == 0
            ? errors.Sum(one => one.Freedom)
            : variance * variance / errors.Sum(one => Math.Pow(one.Error!.Value, 4) / one.Freedom);
        return new LogRatioEstimate(meanLog, Math.Sqrt(variance), freedom, units);
    }

    /// <summary>Gets half the width of the interval of the logarithm; null without a standard error.</summary>
    public double? GetHalfWidth(double level) => StandardError is { } error && Freedom > 0
        ? CriticalValue.Get(Freedom, level) * error
        : null;

    /// <summary>Gets the interval of the ratio; null without a standard error.</summary>
    public ConfidenceInterval? GetInterval(double level) => GetHalfWidth(level) is { } half
        ? new ConfidenceInterval(Math.Exp(MeanLog - half), Math.Exp(MeanLog + half))
        : null;
}
