namespace Load.Tests.Inference;

/// <summary>Simulates comparisons in two metrics, and counts those in which any verdict is wrong.</summary>
[TimeLimit(120)]
public sealed class FalseVerdictTests
{
    private static readonly ComparisonJudge DefaultJudge = new(new VerdictRule());

    [Theory]
    [InlineData(1000, 8, 7, NoiseKind.Normal, 0.5)]
    [InlineData(500, 8, 20, NoiseKind.Bimodal, 0.5)]
    [InlineData(500, 1, 20, NoiseKind.Normal, 0.5)]
    public void Judge_EqualVariants_RarelyFindsDifference(
        int comparisons, int variants, int rounds, NoiseKind kind, double correlation) =>
        ShouldRarelyBeWrong(comparisons, variants, rounds, kind, correlation);

    [Theory]
    [Slow]
    [InlineData(1000, 8, 100, NoiseKind.Bimodal, 0.5)]
    [InlineData(1000, 1, 100, NoiseKind.Normal, 0.5)]
    public void Judge_EqualVariantsInManyRounds_RarelyFindsDifference(
        int comparisons, int variants, int rounds, NoiseKind kind, double correlation) =>
        ShouldRarelyBeWrong(comparisons, variants, rounds, kind, correlation);

    [Theory]
    [InlineData(7, 0.002, 0)]
    [InlineData(50, 0.01, 0.5)]
    public void Judge_DifferenceOfThreePercent_IsNeverSameWhileEqualVariantsAre(
        int rounds, double deviation, double correlation)
    {
        const int comparisons = 100;
        var noise = new NoisyComparisonSimulator(3, NoiseKind.Normal, correlation) { Deviation = deviation };
        var same = 0;
        for (var i = 0; i < comparisons; i++)
        {
            DefaultJudge.JudgeComparison(noise.Compare(8, rounds, Math.Log(1.03))).Ratios
                .ShouldAllBe(ratio => ratio.Verdict != RatioVerdict.Same);
            same += DefaultJudge.JudgeComparison(noise.Compare(8, rounds)).Ratios
                .Count(ratio => ratio.Verdict == RatioVerdict.Same);
        }

        same.ShouldBeGreaterThan(comparisons * 8 * 2 / 2, "Most variants that equal the baseline should be the same.");
    }

    private static void ShouldRarelyBeWrong(
        int comparisons, int variants, int rounds, NoiseKind kind, double correlation)
    {
        var noise = new NoisyComparisonSimulator(rounds, kind, correlation);
        var (wrong, withheld, biased) = (0, 0, 0);
        for (var i = 0; i < comparisons; i++)
        {
            var judgement = DefaultJudge.JudgeComparison(noise.Compare(variants, rounds));
            wrong += judgement.Ratios.Any(IsDifference) ? 1 : 0;
            withheld += judgement.Failures.Count == 0 ? 0 : 1;
            biased += judgement.Controls.Any(control => control.State == ControlState.Biased) ? 1 : 0;
        }

        wrong.ShouldBeLessThanOrEqualTo(GetMostWrong(comparisons));
        withheld.ShouldBeLessThanOrEqualTo(GetMostWrong(comparisons));
        biased.ShouldBeLessThanOrEqualTo(GetMostWrong(comparisons));
    }

    // One comparison in a hundred may have a wrong verdict, and a sample may have three standard deviations more.
    private static int GetMostWrong(int comparisons) => (int)(comparisons * 0.01 + 3 * Math.Sqrt(comparisons * 0.0099));

    private static bool IsDifference(RatioJudgement ratio) =>
        ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower;
}
