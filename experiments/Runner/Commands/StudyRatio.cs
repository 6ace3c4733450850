using MathNet.Numerics.Distributions;

namespace Experiments.Commands;

/// <summary>A measured ratio with its interval.</summary>
internal sealed record StudyRatio(double Value, double? Low, double? High)
{
    /// <summary>
    /// Estimates the ratio of two quantities of the same starts: their geometric mean, with Student's t on their
    /// logarithms.
    /// </summary>
    /// <returns>The ratio; null if no start has both quantities, or if one is 0 (no logarithm).</returns>
    public static StudyRatio? FromStarts(
        IEnumerable<(double? Dividend, double? Divisor)> starts, double confidence = 0.95)
    {
        double[] ratios = [.. starts.Select(start => start.Dividend / start.Divisor).OfType<double>()];
        if (ratios is [] || !ratios.All(ratio => ratio > 0 && double.IsFinite(ratio)))
            return null;
        double[] logs = [.. ratios.Select(ratio => Math.Log(ratio))];
        var mean = logs.Average();
        if (logs is [_])
            return new StudyRatio(Math.Exp(mean), null, null);
        var half = StudentT.InvCDF(0, 1, logs.Length - 1, (1 + confidence) / 2)
            * logs.StandardDeviation() / Math.Sqrt(logs.Length);
        return new StudyRatio(Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half));
    }

    public override string ToString() =>
        Low is null ? TableNumbers.Format(Value) : TableNumbers.Format(Value, Low, High);
}
