namespace Load.Statistics;

/// <summary>
/// The ratio of a variant to the baseline, measured in pairs: the geometric mean of the ratios of each round, with
/// its confidence interval and a verdict. Pairing within a round cancels drift of the machine. The interval is
/// Student's t, because over so few rounds a bootstrap gives two to three times as many false verdicts.
/// </summary>
internal sealed class PairedRatio
{
    private const double FivePercent = 1.05;
    private const int MaxRounds = 1000;
    private readonly GeometricMean _mean;

    private PairedRatio(double?[] ratiosByRound)
    {
        RatiosByRound = ratiosByRound;
        _mean = new GeometricMean(ratiosByRound.OfType<double>());
    }

    /// <summary>The ratio of each round; null for a round in which one of the two measured nothing.</summary>
    public IReadOnlyList<double?> RatiosByRound { get; }

    /// <summary>The geometric mean of the rounds' ratios.</summary>
    public double Value => _mean.Value;

    /// <summary>The 95 % confidence interval; null for a single round.</summary>
    public Interval? Interval => _mean.GetInterval(0.95);

    /// <summary>Whether the variant's figure is higher or lower than the baseline's.</summary>
    public Verdict Verdict => DecisionRule.Decide(Value, _mean.GetInterval);

    /// <summary>Pairs the figures of a variant and of the baseline by round.</summary>
    /// <param name="variant">The variant's figure in each round; null or 0 if nothing was measured.</param>
    /// <param name="baseline">The baseline's figure in each round; null or 0 if nothing was measured.</param>
    /// <returns>The ratio; null if no round has both figures.</returns>
    public static PairedRatio? Create(IEnumerable<double?> variant, IEnumerable<double?> baseline)
    {
        var ratios = variant.Zip(baseline, (v, b) => v > 0 && b > 0 ? v / b : null).ToArray();
        return ratios.Any(ratio => ratio is not null) ? new PairedRatio(ratios) : null;
    }

    /// <summary>
    /// Estimates, from the scatter of these rounds, how many rounds would detect a difference of 5 % with a
    /// probability of 0.99.
    /// </summary>
    /// <returns>The number of rounds, at most 1,000; null if there is a single round.</returns>
    public int? EstimateRoundsForFivePercent()
    {
        if (_mean.LogDeviation is not { } deviation)
            return null;
        for (var rounds = 2; rounds < MaxRounds; rounds++)
        {
            var (verdict, power) = (
                GeometricMean.GetStudentTQuantile(0.995, rounds), GeometricMean.GetStudentTQuantile(0.99, rounds));
            if ((verdict + power) * deviation / Math.Sqrt(rounds) <= Math.Log(FivePercent))
                return rounds;
        }

        return MaxRounds;
    }
}
