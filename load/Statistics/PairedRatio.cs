namespace Load.Statistics;

/// <summary>
/// The ratio of a variant to the baseline, measured in pairs: the geometric mean of the ratios of all rounds, with a
/// confidence interval and a verdict. Pairing the values of each round cancels drift of the machine. The interval is
/// based on Student's t, because with few rounds a bootstrap gives two to three times as many false verdicts.
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

    /// <summary>
    /// The ratio of each round. A ratio is null if the variant or the baseline was not measured in the round.
    /// </summary>
    public IReadOnlyList<double?> RatiosByRound { get; }

    /// <summary>The geometric mean of the ratios of all rounds.</summary>
    public double Value => _mean.Value;

    /// <summary>The 95 % confidence interval of the ratio; null for a single round.</summary>
    public ConfidenceInterval? Interval => _mean.GetInterval(0.95);

    /// <summary>
    /// The verdict: whether the variant's value is higher or lower than the baseline's, or not different.
    /// </summary>
    public Verdict Verdict => DecisionRule.Decide(Value, _mean.GetInterval);

    /// <summary>Calculates the paired ratio from the values of a variant and of the baseline in each round.</summary>
    /// <param name="variant">The variant's value in each round; null or 0 if the value was not measured.</param>
    /// <param name="baseline">The baseline's value in each round; null or 0 if the value was not measured.</param>
    /// <returns>The paired ratio; null if there is no round in which both values were measured.</returns>
    public static PairedRatio? Create(IEnumerable<double?> variant, IEnumerable<double?> baseline)
    {
        var ratios = variant.Zip(baseline, (v, b) => v > 0 && b > 0 ? v / b : null).ToArray();
        return ratios.Any(ratio => ratio is not null) ? new PairedRatio(ratios) : null;
    }

    /// <summary>
    /// Estimates, from the scatter of the measured rounds, how many rounds would be needed to detect a difference of 5
    /// % with a probability of 0.99.
    /// </summary>
    /// <returns>The estimated number of rounds, at most 1,000; null if only one round was measured.</returns>
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
