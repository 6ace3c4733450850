using Load.Statistics;

namespace Load.Tests;

public sealed class StatisticsTests
{
    [Fact]
    public void GetInterval_ThreeKnownValues_EqualsStudentTInterval()
    {
        // The logarithms 1, 2 and 3 have the mean 2 and the standard deviation 1. Tables of Student's t give t(0.975,
        // 2) = 4.302653 and t(0.995, 2) = 9.924843.
        var mean = new GeometricMean([Math.Exp(1), Math.Exp(2), Math.Exp(3)]);

        mean.Value.ShouldBe(Math.Exp(2), 1e-9);
        Math.Log(mean.GetInterval(0.95)!.Value.Lo).ShouldBe(2 - 4.302653 / Math.Sqrt(3), 1e-6);
        Math.Log(mean.GetInterval(0.95)!.Value.Hi).ShouldBe(2 + 4.302653 / Math.Sqrt(3), 1e-6);
        Math.Log(mean.GetInterval(0.99)!.Value.Hi).ShouldBe(2 + 9.924843 / Math.Sqrt(3), 1e-5);
    }

    [Theory]
    [InlineData(0.975, 7, 2.446912)]
    [InlineData(0.995, 7, 3.707428)]
    [InlineData(0.975, 8, 2.364624)]
    [InlineData(0.99, 8, 2.997952)]
    [InlineData(0.975, 2, 12.706205)]
    public void GetStudentTQuantile_KnownSamples_MatchesTables(double probability, int samples, double expected) =>
        GeometricMean.GetStudentTQuantile(probability, samples).ShouldBe(expected, 1e-5);

    [Fact]
    public void GetInterval_SingleValue_IsNull() => new GeometricMean([3]).GetInterval(0.95).ShouldBeNull();

    [Theory]
    [InlineData(1.05, 0.001, nameof(Verdict.Higher))]
    [InlineData(0.95, 0.001, nameof(Verdict.Lower))]
    [InlineData(1.019, 0.0001, nameof(Verdict.NoDifference))] // the difference is certain, but below 2 %
    [InlineData(0.981, 0.0001, nameof(Verdict.NoDifference))]
    [InlineData(1.021, 0.0001, nameof(Verdict.Higher))]
    [InlineData(1.05, 0.2, nameof(Verdict.NoDifference))] // the difference is large, but not certain
    [InlineData(1, 0, nameof(Verdict.NoDifference))]
    public void Verdict_RatioAndScatter_IsDifferenceOnlyIfCertainAndAboveTwoPercent(
        double ratio, double scatter, string expected) =>
        CreateScattered(ratio, scatter).Verdict.ToString().ShouldBe(expected);

    [Fact]
    public void Verdict_RatioCertainAt95ButNotAt99Percent_IsNoDifference()
    {
        // The mean of the seven rounds, divided by its standard error, is 3: more than t(0.975, 6) = 2.45, but less
        // than t(0.995, 6) = 3.71.
        var logs = new[] { -3, -2, -1, 0, 1, 2, 3 }.Select(x => x / Math.Sqrt(28.0 / 6)).ToArray();
        var step = 0.05 / 3 * Math.Sqrt(7);
        var ratio = CreateRatio(logs.Select(log => Math.Exp(0.05 + log * step)));

        ratio.Interval!.Value.Lo.ShouldBeGreaterThan(1);
        ratio.Verdict.ShouldBe(Verdict.NoDifference);
    }

    [Fact]
    public void CreateRatio_RoundsWithoutMeasurement_IgnoresThoseRounds()
    {
        var ratio = PairedRatio.Create([2, 0, 2, null], [1, 1, 0, 1]).ShouldNotBeNull();

        ratio.RatiosByRound.ShouldBe([2, null, null, null]);
        ratio.Value.ShouldBe(2, 1e-9);
        ratio.Interval.ShouldBeNull();
        ratio.Verdict.ShouldBe(Verdict.NoDifference);
        ratio.EstimateRoundsForFivePercent().ShouldBeNull();
    }

    [Fact]
    public void CreateRatio_NothingMeasured_IsNull() => PairedRatio.Create([0, null], [1, 1]).ShouldBeNull();

    [Fact]
    public void Verdict_EqualVariantsWithNoise_IsRarelyDifference()
    {
        var random = new Random(2014);
        var wrong = Enumerable.Range(0, 1000)
            .Count(_ => CreateNoisy(random, 7, 1, 0.05).Verdict != Verdict.NoDifference);

        wrong.ShouldBeLessThan(20, "About 10 of 1,000 comparisons of equal variants may show a difference.");
    }

    [Fact]
    public void EstimateRoundsForFivePercent_EstimatedRounds_FindNearlyEveryDifferenceOfFivePercent()
    {
        var random = new Random(2014);
        var rounds = CreateNoisy(random, 200, 1, 0.04).EstimateRoundsForFivePercent()!.Value;
        var found = Enumerable.Range(0, 500)
            .Count(_ => CreateNoisy(random, rounds, 1.05, 0.04).Verdict == Verdict.Higher);

        found.ShouldBeGreaterThan(475, $"Each simulated comparison had {rounds} rounds.");
    }

    private static PairedRatio CreateScattered(double ratio, double scatter) =>
        CreateRatio(new[] { -1.0, 1, -1, 1, -1, 1, 0 }.Select(sign => ratio * Math.Exp(sign * scatter)));

    private static PairedRatio CreateNoisy(Random random, int rounds, double ratio, double deviation) =>
        CreateRatio(Enumerable.Range(0, rounds).Select(_ => ratio * Math.Exp(deviation * NextNormal(random))));

    private static PairedRatio CreateRatio(IEnumerable<double> ratios)
    {
        var values = ratios.Select(ratio => (double?)ratio).ToArray();
        return PairedRatio.Create(values, values.Select(_ => (double?)1))!;
    }

    private static double NextNormal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
