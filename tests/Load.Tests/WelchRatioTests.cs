namespace Load.Tests;

public sealed class WelchRatioTests
{
    // With three rounds, the correlation of each round with the one before it is taken to be 0.5. Then the variance of
    // their mean is 11/18 of that of a round, and their own scatter shows 7/18 of it: (11/18 · 2) / (7/18) = 22/7 is
    // the variance of the mean, relative to that of independent rounds with the same scatter.
    private static readonly double Inflation = Math.Sqrt(22.0 / 7);

    [Fact]
    public void GetInterval_EqualScatter_IsStudentTIntervalOfDependentRounds()
    {
        // The means of the logarithms 1, 2, 3 and 3, 4, 5 differ by 2; each standard deviation is 1. Tables of
        // Student's t give t(0.975, 4) = 2.776445.
        var interval = EstimateRatio([1, 2, 3], [3, 4, 5]).GetInterval(0.05)!.Value;

        Math.Log(interval.Lo).ShouldBe(2 - 2.776445 * Inflation * Math.Sqrt(2.0 / 3), 1e-5);
        Math.Log(interval.Hi).ShouldBe(2 + 2.776445 * Inflation * Math.Sqrt(2.0 / 3), 1e-5);
    }

    [Fact]
    public void GetInterval_SingleRoundOrNoScatter_IsNullOrSinglePoint()
    {
        EstimateRatio([1], [1, 2]).GetInterval(0.05).ShouldBeNull();
        Decide(EstimateRatio([1, 2], [1])).ShouldBe(RatioVerdict.CannotTell);
        EstimateRatio([0, 0], [1, 1]).GetInterval(0.05).ShouldBe(new ConfidenceInterval(Math.E, Math.E));
    }

    [Fact]
    public void Decide_EqualMeansWithUnequalNoise_IsRarelyDifference()
    {
        var wide = new NoisyComparisonSimulator(2014, NoiseKind.Normal, 0.5) { Deviation = 0.08 };
        var narrow = new NoisyComparisonSimulator(2015, NoiseKind.Normal, 0.5) { Deviation = 0.03 };

        Enumerable.Range(0, 1000)
            .Select(_ => Decide(EstimateRatio(wide.GetLogs(7), narrow.GetLogs(20))))
            .Count(verdict => verdict is RatioVerdict.Higher or RatioVerdict.Lower)
            .ShouldBeLessThan(20, "About 10 of 1,000 comparisons of equal variants may show a difference.");
    }

    private static RatioVerdict Decide(LogRatioEstimate ratio) => new VerdictRule().Decide(ratio, 0.01);

    private static LogRatioEstimate EstimateRatio(double[] earlierLogs, double[] currentLogs) =>
        RoundEstimator.EstimateRatio([[.. earlierLogs.Select(Math.Exp)]], [[.. currentLogs.Select(Math.Exp)]]);
}
