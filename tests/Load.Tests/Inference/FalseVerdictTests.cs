using Load.Statistics.Verdicts;

namespace Load.Tests.Inference;

/// <summary>
/// Simulates comparisons of several variants in two metrics with the code of the load tool, and counts the comparisons
/// in which any verdict is wrong.
/// </summary>
[TimeLimit(240)]
public sealed class FalseVerdictTests
{
    private const int ComparisonCount = 2000;
    private const int Variants = 8;
    private static readonly ComparisonJudge DefaultJudge = new(new VerdictRule());

    public static TheoryData<int, NoiseKind, double> Cases
    {
        get
        {
            var cases = new TheoryData<int, NoiseKind, double>();
            foreach (var rounds in (int[])[5, 6, 7, 10, 20, 50, 100, 300])
            {
                foreach (var kind in Enum.GetValues<NoiseKind>())
                {
                    cases.Add(rounds, kind, 0);
                    cases.Add(rounds, kind, 0.5);
                }
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Judge_EqualVariants_FindsDifferenceInAtMost1Point5Percent(
        int rounds, NoiseKind kind, double correlation)
    {
        var noise = new NoisyComparisonSimulator(rounds, kind, correlation);
        var (wrong, withheld) = (0, 0);
        for (var i = 0; i < ComparisonCount; i++)
        {
            var judgement = DefaultJudge.JudgeComparison(noise.Compare(Variants, rounds));
            wrong += judgement.Ratios.Any(IsDifference) ? 1 : 0;
            withheld += judgement.Exchangeability.IsExchangeable ? 0 : 1;
        }

        WriteLine($"{rounds} rounds, {kind} noise, correlation {correlation}: of {ComparisonCount} comparisons, "
            + $"{wrong} have a wrong verdict and {withheld} withhold verdicts");
        wrong.ShouldBeLessThanOrEqualTo(ComparisonCount * 15 / 1000);
        withheld.ShouldBeLessThanOrEqualTo(ComparisonCount * 15 / 1000);
    }

    [Theory]
    [InlineData(NoiseKind.Normal, 0)]
    [InlineData(NoiseKind.Normal, 0.5)]
    [InlineData(NoiseKind.Bimodal, 0)]
    [InlineData(NoiseKind.Bimodal, 0.5)]
    public void Judge_EqualVariantsInFiveInterimTests_FindsDifferenceInAtMost1Point5Percent(
        NoiseKind kind, double correlation)
    {
        var rule = new StoppingRule(5, 0.01);
        var noise = new NoisyComparisonSimulator(5, kind, correlation);
        var wrong = Enumerable.Range(0, ComparisonCount).Count(_ =>
        {
            var all = noise.Compare(Variants, 100);
            return Enumerable.Range(1, rule.Looks).Any(look =>
                DefaultJudge.JudgeComparison(TakeRounds(all, 20 * look), rule.GetLevel(look)).Ratios.Any(IsDifference));
        });

        WriteLine($"Five interim verdicts, {kind} noise, correlation {correlation}: "
            + $"{wrong} of {ComparisonCount} comparisons have a wrong verdict");
        wrong.ShouldBeLessThanOrEqualTo(ComparisonCount * 15 / 1000);
    }

    [Theory]
    [InlineData(7, 0.002, 0)]
    [InlineData(50, 0.01, 0)]
    [InlineData(300, 0.02, 0)]
    [InlineData(300, 0.02, 0.5)]
    public void Judge_DifferenceOfThreePercent_IsSameInAtMostFivePercent(
        int rounds, double deviation, double correlation)
    {
        var noise = new NoisyComparisonSimulator(3, NoiseKind.Normal, correlation) { Deviation = deviation };
        var (wrong, same) = (0, 0);
        for (var i = 0; i < ComparisonCount / 4; i++)
        {
            var differs = DefaultJudge.JudgeComparison(noise.Compare(Variants, rounds, Math.Log(1.03)));
            wrong += differs.Ratios.Any(ratio => ratio.Verdict == RatioVerdict.Same) ? 1 : 0;
            same += DefaultJudge.JudgeComparison(noise.Compare(Variants, rounds)).Ratios
                .Count(ratio => ratio.Verdict == RatioVerdict.Same);
        }

        var share = same / (ComparisonCount / 4.0 * Variants * 2);
        WriteLine($"{rounds} rounds, scatter {deviation}, correlation {correlation}: {wrong} of {ComparisonCount / 4} "
            + $"comparisons have a wrong verdict, and {share * 100:0.0} % of equal variants are judged the same");
        wrong.ShouldBeLessThanOrEqualTo(ComparisonCount / 4 / 20);
        share.ShouldBeGreaterThan(0.5, "Most variants that equal the baseline should be judged the same.");
    }

    [Fact]
    public void Judge_DifferenceOfThreePercentInFiveInterimTests_IsSameInAtMostFivePercent()
    {
        var rule = new StoppingRule(5, 0.01);
        var noise = new NoisyComparisonSimulator(3, NoiseKind.Normal, 0) { Deviation = 0.02 };
        var wrong = Enumerable.Range(0, ComparisonCount / 4).Count(_ =>
        {
            var all = noise.Compare(Variants, 200, Math.Log(1.03));
            return Enumerable.Range(1, rule.Looks).Any(look => DefaultJudge.JudgeComparison(
                TakeRounds(all, 40 * look), rule.GetLevel(look))
                .Ratios.Any(ratio => ratio.Verdict == RatioVerdict.Same));
        });

        WriteLine($"Five interim verdicts: {wrong} of {ComparisonCount / 4} comparisons have a wrong verdict");
        wrong.ShouldBeLessThanOrEqualTo(ComparisonCount / 4 / 20);
    }

    [Theory]
    [InlineData(7, 0)]
    [InlineData(20, 0)]
    [InlineData(20, 0.5)]
    [InlineData(100, 0.5)]
    public void Judge_OneVariantEqualToBaseline_FindsDifferenceInAtMost1Point5Percent(int rounds, double correlation)
    {
        var noise = new NoisyComparisonSimulator(1, NoiseKind.Normal, correlation);
        var wrong = Enumerable.Range(0, ComparisonCount)
            .Count(_ => DefaultJudge.JudgeComparison(noise.Compare(1, rounds)).Ratios.Any(IsDifference));

        WriteLine($"One variant, {rounds} rounds, correlation {correlation}: "
            + $"{wrong} of {ComparisonCount} comparisons have a wrong verdict");
        wrong.ShouldBeLessThanOrEqualTo(ComparisonCount * 15 / 1000);
    }

    private static bool IsDifference(RatioJudgement ratio) =>
        ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower;

    private static MeasuredComparison TakeRounds(MeasuredComparison comparison, int rounds) => comparison with
    {
        Metrics =
        [
            .. comparison.Metrics.Select(metric => metric with
            {
                ValuesByVariant = [.. metric.ValuesByVariant.Select(values => values.Take(rounds).ToArray())],
            }),
        ],
        Order = [.. comparison.Order!.Take(rounds)],
    };

    private static void WriteLine(string line) => TestContext.Current.TestOutputHelper!.WriteLine(line);
}
