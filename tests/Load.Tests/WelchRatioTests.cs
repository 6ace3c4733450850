using Load.Statistics;
using Load.Statistics.Estimation;
using Load.Statistics.Verdicts;

namespace Load.Tests;

public sealed class WelchRatioTests
{
    [Fact]
    public void GetInterval_EqualScatter_EqualsStudentTIntervalOfPooledValues()
    {
        // The means of the logarithms 1, 2, 3 and 3, 4, 5 differ by 2; each standard deviation is 1. Tables of
        // Student's t give t(0.975, 4) = 2.776445.
        var ratio = CreateRatio([1, 2, 3], [3, 4, 5]);

        ratio.Value.ShouldBe(Math.Exp(2), 1e-9);
        Math.Log(GetInterval(ratio)!.Value.Lo).ShouldBe(2 - 2.776445 * Math.Sqrt(2.0 / 3), 1e-5);
        Math.Log(GetInterval(ratio)!.Value.Hi).ShouldBe(2 + 2.776445 * Math.Sqrt(2.0 / 3), 1e-5);
    }

    [Fact]
    public void GetInterval_UnequalScatter_HasFewerDegreesOfFreedom()
    {
        // With the standard deviations 1 and 2, the Welch–Satterthwaite equation gives 50/17 degrees of freedom, and
        // which are rounded down to 2.9; t(0.975, 2.9) by numerical integration is 3.245438.
        var ratio = CreateRatio([1, 2, 3], [2, 4, 6]);

        Math.Log(GetInterval(ratio)!.Value.Hi).ShouldBe(2 + 3.245438 * Math.Sqrt(5.0 / 3), 1e-4);
    }

    [Fact]
    public void GetInterval_SingleRoundOrNoScatter_IsNullOrSinglePoint()
    {
        GetInterval(CreateRatio([1], [1, 2])).ShouldBeNull();
        Decide(CreateRatio([1, 2], [1])).ShouldBe(RatioVerdict.CannotTell);
        GetInterval(CreateRatio([0, 0], [1, 1])).ShouldBe(new ConfidenceInterval(Math.E, Math.E));
    }

    [Theory]
    [InlineData(0.05, 0.001, RatioVerdict.Higher)]
    [InlineData(-0.05, 0.001, RatioVerdict.Lower)]
    [InlineData(0.01, 0.0001, RatioVerdict.Same)] // the difference is certain, but below 2 %
    [InlineData(0.05, 0.2, RatioVerdict.CannotTell)] // the difference is large, but not certain
    public void Decide_RatioAndScatter_FollowsInterval(double change, double scatter, object expected)
    {
        double[] rounds = [-scatter, scatter, 0, -scatter, scatter, 0, 0];
        var ratio = CreateRatio(rounds, [.. rounds.Select(log => log + change)]);

        Decide(ratio).ShouldBe(expected);
    }

    [Fact]
    public void Decide_EqualMeansWithUnequalNoise_IsRarelyDifference()
    {
        var random = new Random(2014);
        var wrong = Enumerable.Range(0, 1000)
            .Select(_ => Decide(CreateRatio(CreateNoise(random, 7, 0.08), CreateNoise(random, 20, 0.03))))
            .Count(verdict => verdict is RatioVerdict.Higher or RatioVerdict.Lower);

        wrong.ShouldBeLessThan(20, "About 10 of 1,000 comparisons of equal variants may show a difference.");
    }

    private static RatioVerdict Decide(WelchRatio ratio) => new VerdictRule().Decide(ratio.Estimate, 0.01);

    private static ConfidenceInterval? GetInterval(WelchRatio ratio) => ratio.Estimate.GetInterval(0.05);

    private static WelchRatio CreateRatio(double[] earlierLogs, double[] currentLogs) =>
        new([.. earlierLogs.Select(Math.Exp)], [.. currentLogs.Select(Math.Exp)]);

    private static double[] CreateNoise(Random random, int rounds, double deviation) =>
        [.. Enumerable.Range(0, rounds).Select(_ => deviation * NextNormal(random))];

    private static double NextNormal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
