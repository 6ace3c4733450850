using Load.Statistics;

namespace Load.Tests;

/// <summary>
/// The study's two questions put to simulated rounds, whose truth is known: throughputs that drift from round to round,
/// with noise of each slice.
/// </summary>
public sealed class SensitivityTests
{
    private const int Times = 4_000;
    private const double SlowerByFivePercent = 0.95;
    private readonly Random _random = new(2014);

    public static TheoryData<double> Noises => [0.005, 0.02, 0.05, 0.1];

    [Theory]
    [MemberData(nameof(Noises))]
    public void Verdict_Equals_IsADifferenceInOneOfAHundredAtMost(double noise)
    {
        var wrong = Enumerable.Range(0, Times).Count(_ => Compare(7, 1, noise).Verdict != Verdict.NoDifference);

        // 1 % is 40, and of as many draws it is up to 52 with a probability of 0.975.
        wrong.ShouldBeLessThanOrEqualTo(52);
    }

    [Theory]
    [MemberData(nameof(Noises))]
    public void Interval_AnyNoise_HoldsTheTruthInNinetyFiveOfAHundred(double noise)
    {
        var held = Enumerable.Range(0, Times)
            .Select(_ => Compare(7, SlowerByFivePercent, noise).Interval!.Value)
            .Count(interval => interval.Lo <= SlowerByFivePercent && SlowerByFivePercent <= interval.Hi);

        (held / (double)Times).ShouldBe(0.95, 0.01);
    }

    /// <summary>As the study does: the median of what 20 comparisons of equals say.</summary>
    [Theory]
    [MemberData(nameof(Noises))]
    public void RoundsForFivePercent_MedianOfTwentyPilots_FindsAPlantedFivePercent(double noise)
    {
        var pilots = Enumerable.Range(0, 20).Select(_ => (double)Compare(7, 1, noise).EstimateRoundsForFivePercent()!.Value);
        var rounds = (int)Math.Ceiling(Median.Calculate(pilots));

        var found = Enumerable.Range(0, Times)
            .Count(_ => Compare(rounds, SlowerByFivePercent, noise).Verdict == Verdict.Lower);

        (found / (double)Times).ShouldBeGreaterThanOrEqualTo(0.97, $"{rounds} rounds");
    }

    private PairedRatio Compare(int rounds, double ratio, double noise)
    {
        var drift = Enumerable.Range(0, rounds).Select(_ => 1000 * Math.Exp(0.2 * Normal())).ToArray();
        return PairedRatio.Create(drift.Select(rate => Slice(rate * ratio)), drift.Select(Slice))!;

        double? Slice(double rate) => rate * Math.Exp(noise * Normal());
    }

    private double Normal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
