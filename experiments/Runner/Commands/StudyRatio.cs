using TwoTier.Load.Statistics;

namespace Experiments.Commands;

/// <summary>A measured ratio with its 95 % interval.</summary>
internal sealed record StudyRatio(double Value, double? Low, double? High)
{
    private const double Confidence = 0.95;

    /// <summary>Estimates the ratio of two quantities of the same rounds, with the interval of ten batches.</summary>
    /// <returns>The geometric mean; null if no round has both quantities, or if one is 0 (no logarithm).</returns>
    public static StudyRatio? FromRounds(IEnumerable<(double? Dividend, double? Divisor)> rounds)
    {
        double[] ratios = [.. rounds.Select(round => round.Dividend / round.Divisor).OfType<double>()];
        if (ratios is [] || !ratios.All(ratio => ratio > 0 && double.IsFinite(ratio)))
            return null;
        var mean = GeometricMean.FromRounds(ratios);
        var interval = mean.GetInterval(Confidence);
        return new StudyRatio(mean.Value, interval?.Lo, interval?.Hi);
    }

    public override string ToString() =>
        Low is null ? TableNumbers.Format(Value) : TableNumbers.Format(Value, Low, High);
}
