using Load.Statistics;

namespace Load.Tests;

/// <summary>
/// Tests how often the verdicts of a comparison are false or missed, on simulated rounds whose true ratio is known. The
/// simulated goodput drifts from round to round, and each trial has noise.
/// </summary>
public sealed class SensitivityTests
{
    private const int Simulations = 4_000;
    private const double FivePercentSlowerRatio = 0.95;
    private readonly Random _random = new(2014);

    public static TheoryData<double> NoiseLevels => [0.005, 0.02, 0.05, 0.1];

    [Theory]
    [MemberData(nameof(NoiseLevels))]
    public void Verdict_EqualVariants_IsDifferenceInAtMostOnePercentOfComparisons(double noise)
    {
        var wrong = Enumerable.Range(0, Simulations).Count(_ => Simulate(7, 1, noise).Verdict != Verdict.NoDifference);

        // If 1 % of the verdicts on equal variants are wrong, 40 wrong verdicts are expected. With a probability of
        // 0.975, the number is at most 52.
        wrong.ShouldBeLessThanOrEqualTo(52);
    }

    [Theory]
    [MemberData(nameof(NoiseLevels))]
    public void Interval_AnyNoise_ContainsTrueRatioInNinetyFivePercentOfComparisons(double noise)
    {
        var held = Enumerable.Range(0, Simulations)
            .Select(_ => Simulate(7, FivePercentSlowerRatio, noise).Interval!.Value)
            .Count(interval => interval.Lo <= FivePercentSlowerRatio && FivePercentSlowerRatio <= interval.Hi);

        (held / (double)Simulations).ShouldBe(0.95, 0.01);
    }

    /// <summary>
    /// Tests that the estimated number of rounds is sufficient to find a difference of 5 %. As in the sensitivity
    /// study, the median of the estimates of 20 comparisons of equal variants is used.
    /// </summary>
    [Theory]
    [MemberData(nameof(NoiseLevels))]
    public void EstimateRoundsForFivePercent_MedianOfTwentyEstimates_FindsDifferenceOfFivePercent(double noise)
    {
        var pilots = Enumerable.Range(0, 20)
            .Select(_ => (double)Simulate(7, 1, noise).EstimateRoundsForFivePercent()!.Value);
        var rounds = (int)Math.Ceiling(Median.Calculate(pilots));

        var found = Enumerable.Range(0, Simulations)
            .Count(_ => Simulate(rounds, FivePercentSlowerRatio, noise).Verdict == Verdict.Lower);

        (found / (double)Simulations).ShouldBeGreaterThanOrEqualTo(
            0.97, $"Each simulated comparison had {rounds} rounds.");
    }

    private PairedRatio Simulate(int rounds, double ratio, double noise)
    {
        var drift = Enumerable.Range(0, rounds).Select(_ => 1000 * Math.Exp(0.2 * NextNormal())).ToArray();
        return PairedRatio.Create(drift.Select(rate => Slice(rate * ratio)), drift.Select(Slice))!;

        double? Slice(double rate) => rate * Math.Exp(noise * NextNormal());
    }

    private double NextNormal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
