using System.Globalization;
using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace Benchmarks;

/// <summary>The mean of a quantity that was measured once in each round, with its interval.</summary>
/// <param name="Mean">The mean over the rounds.</param>
/// <param name="Margin">Half of the width of the 95 % interval; not a number if there is only one round.</param>
internal readonly record struct LayerEstimate(double Mean, double Margin)
{
    private const double Confidence = 0.95;

    /// <summary>Estimates a quantity from its values, one for each round, with Student's t.</summary>
    public static LayerEstimate FromRounds(IReadOnlyList<double> values)
    {
        var mean = values.Average();
        if (values.Count < 2)
            return new(mean, double.NaN);
        var variance = values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
        var quantile = new StudentDistribution(values.Count - 1).Quantile((1 + Confidence) / 2);
        return new(mean, quantile * Math.Sqrt(variance / values.Count));
    }

    public override string ToString() => double.IsNaN(Margin)
        ? Format(Mean)
        : $"{Format(Mean)} [{Format(Mean - Margin)}, {Format(Mean + Margin)}]";

    private static string Format(double value) => value.ToString("0.00", CultureInfo.InvariantCulture);
}
