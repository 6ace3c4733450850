using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace Studies.Commands;

/// <summary>The mean of values that scatter, with intervals by Student's t.</summary>
internal sealed class SampleMean(IReadOnlyCollection<double> values)
{
    public double Value { get; } = values.Average();

    /// <summary>Gets half the width of the confidence interval of the mean.</summary>
    /// <returns>The half-width; null for a single value.</returns>
    public double? GetHalfWidth(double confidence) => GetHalfWidth(confidence, 1.0 / values.Count);

    /// <summary>Gets half the width of the interval in which a further value lies with a given probability.</summary>
    /// <returns>The half-width; null for a single value.</returns>
    public double? GetHalfWidthForFurtherValue(double confidence) => GetHalfWidth(confidence, 1 + (1.0 / values.Count));

    private double? GetHalfWidth(double confidence, double relativeVariance) => values.Count == 1
        ? null
        : StudentT.InvCDF(0, 1, values.Count - 1, (1 + confidence) / 2) * values.StandardDeviation()
            * Math.Sqrt(relativeVariance);
}
