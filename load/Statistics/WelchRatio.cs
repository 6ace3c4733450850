using MathNet.Numerics.Distributions;

namespace Load.Statistics;

/// <summary>
/// How the geometric mean of one comparison's ratios stands to that of another's: Welch's t on the logarithms, because
/// neither the rounds of two comparisons are pairs, nor do they scatter alike. It knows how rounds scatter, not how much
/// one start of the processes differs from the next.
/// </summary>
/// <param name="earlier">At least one, all above zero, and so are the others.</param>
/// <param name="current">Divided by the former.</param>
internal sealed class WelchRatio(IReadOnlyCollection<double> earlier, IReadOnlyCollection<double> current)
{
    private readonly GeometricMean _then = new(earlier);
    private readonly GeometricMean _now = new(current);

    public double Value => _now.Value / _then.Value;

    public Verdict Verdict => DecisionRule.Decide(Value, GetInterval);

    /// <returns>Null where either is a single figure.</returns>
    public Interval? GetInterval(double confidence)
    {
        if (_then.LogDeviation is not { } before || _now.LogDeviation is not { } after)
            return null;
        var (a, b) = (before * before / earlier.Count, after * after / current.Count);
        if (a + b == 0)
            return new Interval(Value, Value);
        var freedom = (a + b) * (a + b) / (a * a / (earlier.Count - 1) + b * b / (current.Count - 1));
        var half = Math.Exp(StudentT.InvCDF(0, 1, freedom, 0.5 + confidence / 2) * Math.Sqrt(a + b));
        return new Interval(Value / half, Value * half);
    }
}
