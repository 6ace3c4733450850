namespace Load.Statistics;

/// <summary>
/// How a variant compares with the baseline: the geometric mean of the rounds' ratios, its interval, and a verdict.
/// Pairs within a round cancel drift of the machine; Student's t holds its level where a bootstrap over so few rounds
/// gives false verdicts two to three times as often.
/// </summary>
internal sealed class PairedRatio
{
    private const double FivePercent = 1.05;
    private const int MaxRounds = 1000;
    private readonly GeometricMean _mean;

    private PairedRatio(double?[] byRound)
    {
        RatiosByRound = byRound;
        _mean = new GeometricMean(byRound.OfType<double>());
    }

    /// <summary>Null for a round in which one of the two measured nothing.</summary>
    public IReadOnlyList<double?> RatiosByRound { get; }

    public double Value => _mean.Value;

    /// <summary>95 %; null from a single round.</summary>
    public Interval? Interval => _mean.GetInterval(0.95);

    public Verdict Verdict => DecisionRule.Decide(Value, _mean.GetInterval);

    /// <returns>Null where no round has both figures.</returns>
    public static PairedRatio? Create(IEnumerable<double?> variant, IEnumerable<double?> baseline)
    {
        var ratios = variant.Zip(baseline, (v, b) => v > 0 && b > 0 ? v / b : null).ToArray();
        return ratios.Any(ratio => ratio is not null) ? new PairedRatio(ratios) : null;
    }

    /// <summary>
    /// Rounds in which a difference of 5 % would get its verdict with a probability of 0.99, from how much these rounds
    /// scatter; null from a single round, 1,000 at most.
    /// </summary>
    public int? EstimateRoundsForFivePercent()
    {
        if (_mean.LogDeviation is not { } deviation)
            return null;
        for (var rounds = 2; rounds < MaxRounds; rounds++)
        {
            var reach = (GeometricMean.GetStudentTQuantile(0.995, rounds) + GeometricMean.GetStudentTQuantile(0.99, rounds)) * deviation;
            if (reach / Math.Sqrt(rounds) <= Math.Log(FivePercent))
                return rounds;
        }

        return MaxRounds;
    }
}
