using MathNet.Numerics.Distributions;

namespace Load.Statistics;

/// <summary>
/// How the geometric mean of one comparison's ratios stands to that of another's: Welch's t on the logarithms, because
/// neither the rounds of two comparisons are pairs, nor do they scatter alike. It knows how rounds scatter, not how much
/// one start of the processes differs from the next.
/// </summary>
/// <param name="then">At least one, all above zero, and so are the others.</param>
/// <param name="now">Divided by the former.</param>
internal sealed class WelchRatio(IReadOnlyCollection<double> then, IReadOnlyCollection<double> now)
{
    private readonly GeometricMean _then = new(then);
    private readonly GeometricMean _now = new(now);

    public double Value => _now.Value / _then.Value;

    public Verdict Verdict => DecisionRule.Decide(Value, IntervalAt);

    /// <returns>Null where either is a single figure.</returns>
    public Interval? IntervalAt(double confidence)
    {
        if (_then.Deviation is not { } before || _now.Deviation is not { } after)
            return null;
        var (a, b) = (before * before / then.Count, after * after / now.Count);
        if (a + b == 0)
            return new Interval(Value, Value);
        var freedom = (a + b) * (a + b) / (a * a / (then.Count - 1) + b * b / (now.Count - 1));
        var half = Math.Exp(StudentT.InvCDF(0, 1, freedom, 0.5 + confidence / 2) * Math.Sqrt(a + b));
        return new Interval(Value / half, Value * half);
    }
}
