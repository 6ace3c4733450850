using Load.Statistics;
using Load.Statistics.Estimation;
using Load.Statistics.Verdicts;

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
        var ratio = EstimateRatio([1, 2, 3], [3, 4, 5]);

        ratio.Value.ShouldBe(Math.Exp(2), 1e-9);
        Math.Log(GetInterval(ratio)!.Value.Lo).ShouldBe(
            2 - 2.776445 * Inflation * Math.Sqrt(2.0 / 3), 1e-5);
        Math.Log(GetInterval(ratio)!.Value.Hi).ShouldBe(
            2 + 2.776445 * Inflation * Math.Sqrt(2.0 / 3), 1e-5);
    }

    [Fact]
    public void GetInterval_UnequalScatter_HasFewerDegreesOfFreedom()
    {
        // With the standard deviations 1 and 2, the Welch–Satterthwaite equation gives 50/17 degrees of freedom,
        // which are rounded down to 2.9; t(0.975, 2.9) by numerical integration is 3.245438.
        var ratio = EstimateRatio([1, 2, 3], [2, 4, 6]);

        Math.Log(GetInterval(ratio)!.Value.Hi).ShouldBe(
            2 + 3.245438 * Inflation * Math.Sqrt(5.0 / 3), 1e-4);
    }

    [Fact]
    public void EstimateMean_ResultsAtDifferentLevels_HasErrorOfRoundsWithinResults()
    {
        double[] rounds = [Math.Exp(1), Math.Exp(2), Math.Exp(3)];
        double[] higher = [Math.Exp(6), Math.Exp(7), Math.Exp(8)];

        var mean = RoundEstimator.EstimateMean(rounds, higher);

        mean.MeanLog.ShouldBe(4.5, 1e-9);
        mean.StandardError!.Value.ShouldBe(Inflation * Math.Sqrt(1.0 / 6), 1e-9);
        (mean.Freedom, mean.Units).ShouldBe((4, 6));
    }

    [Fact]
    public void GetInterval_SingleRoundOrNoScatter_IsNullOrSinglePoint()
    {
        GetInterval(EstimateRatio([1], [1, 2])).ShouldBeNull();
        Decide(EstimateRatio([1, 2], [1])).ShouldBe(RatioVerdict.CannotTell);
        GetInterval(EstimateRatio([0, 0], [1, 1])).ShouldBe(new ConfidenceInterval(Math.E, Math.E));
    }

    [Theory]
    [InlineData(0.05, 0.001, RatioVerdict.Higher)]
    [InlineData(-0.05, 0.001, RatioVerdict.Lower)]
    [InlineData(0.01, 0.0001, RatioVerdict.Same)] // the difference is certain, but below 2 %
    [InlineData(0.05, 0.2, RatioVerdict.CannotTell)] // the difference is large, but not certain
    public void Decide_RatioAndScatter_FollowsInterval(double change, double scatter, object expected)
    {
        double[] rounds = [-scatter, scatter, 0, -scatter, scatter, 0, 0];
        var ratio = EstimateRatio(rounds, [.. rounds.Select(log => log + change)]);

        Decide(ratio).ShouldBe(expected);
    }

    [Theory]
    [InlineData(0, 7, 20)]
    [InlineData(0.5, 7, 20)]
    [InlineData(0.5, 15, 40)]
    public void Decide_EqualMeansWithUnequalNoise_IsRarelyDifference(double correlation, int earlier, int current)
    {
        var random = new Random(2014);
        var wrong = Enumerable.Range(0, 1000)
            .Select(_ => Decide(EstimateRatio(
                CreateNoise(random, correlation, earlier, 0.08), CreateNoise(random, correlation, current, 0.03))))
            .Count(verdict => verdict is RatioVerdict.Higher or RatioVerdict.Lower);

        wrong.ShouldBeLessThan(20, "About 10 of 1,000 comparisons of equal variants may show a difference.");
    }

    private static RatioVerdict Decide(LogRatioEstimate ratio) => new VerdictRule().Decide(ratio, 0.01);

    private static ConfidenceInterval? GetInterval(LogRatioEstimate ratio) => ratio.GetInterval(0.05);

    private static LogRatioEstimate EstimateRatio(double[] earlierLogs, double[] currentLogs) =>
        WelchRatio.Estimate([[.. earlierLogs.Select(Math.Exp)]], [[.. currentLogs.Select(Math.Exp)]]);

    // Each round depends on the one before it.
    private static double[] CreateNoise(Random random, double correlation, int rounds, double deviation)
    {
        var last = NextNormal(random);
        return [.. Enumerable.Range(0, rounds).Select(_ => deviation
            * (last = correlation * last + Math.Sqrt(1 - correlation * correlation) * NextNormal(random)))];
    }

    private static double NextNormal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
