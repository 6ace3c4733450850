namespace Load.Tests.Inference;

public sealed class ExchangeabilityTests
{
    private static readonly ComparisonJudge DefaultJudge = new(new VerdictRule());

    [Fact]
    public void JudgeExchangeability_OneVariantSlowsDown_WithholdsVerdictOfThatVariantOnly()
    {
        var comparison = ChangeValues(
            new NoisyComparisonSimulator(20, NoiseKind.Normal, 0) { Deviation = 0.02 }.Compare(3, 20),
            (variant, round) => variant == 2 ? Math.Pow(0.8, round / 19.0) : 1);

        var judgement = DefaultJudge.JudgeComparison(comparison);

        var failure = judgement.Failures.ShouldHaveSingleItem();
        failure.Problem.ShouldBe(ExchangeabilityProblem.Trend);
        (failure.Variant, failure.Metric).ShouldBe(("v2", "throughput"));
        judgement.Find("v2", "throughput")!.Verdict.ShouldBe(RatioVerdict.Withheld);
        judgement.Find("v2", "CPU")!.Verdict.ShouldNotBe(RatioVerdict.Withheld);
        judgement.Find("v1", "throughput")!.Verdict.ShouldNotBe(RatioVerdict.Withheld);
    }

    [Fact]
    public void JudgeExchangeability_WholeMachineSlowsDown_RoundsAreExchangeableUnlikeThoseOfARandomWalk()
    {
        var comparison = new NoisyComparisonSimulator(21, NoiseKind.Normal, 0).Compare(3, 100);

        comparison = ChangeValues(comparison, (_, round) => Math.Pow(0.5, round / 99.0));

        DefaultJudge.JudgeComparison(comparison).Failures.ShouldBeEmpty();
        DefaultJudge.JudgeComparison(new NoisyComparisonSimulator(23, NoiseKind.Normal, 0.98).Compare(3, 300))
            .Failures.ShouldContain(failure => failure.Problem == ExchangeabilityProblem.Dependence);
    }

    [Fact]
    public void JudgeExchangeability_VariantSlowsNextVariantDown_FindsCarryOver()
    {
        var comparison = new NoisyComparisonSimulator(22, NoiseKind.Normal, 0).Compare(3, 100);
        var order = comparison.Order!;
        var sequence = order.SelectMany((variants, round) => variants.Select(variant => (variant, round))).ToArray();
        var after = sequence.Zip(sequence.Skip(1)).Where(pair => pair.First.variant == 1)
            .Select(pair => pair.Second).ToHashSet();
        comparison = ChangeValues(comparison, (variant, round) => after.Contains((variant, round)) ? 0.85 : 1);

        var judgement = DefaultJudge.JudgeComparison(comparison);

        var failure = judgement.Failures.ShouldHaveSingleItem();
        (failure.Problem, failure.Variant).ShouldBe((ExchangeabilityProblem.CarryOver, "v1"));
        failure.Description.ShouldMatch("^throughput falls by 1[0-9.]+ % in the slice after v1$");
        judgement.Find("v1", "throughput")!.Verdict.ShouldBe(RatioVerdict.Withheld);
    }

    // Multiplies the throughput of each variant in each round by a factor.
    private static MeasuredComparison ChangeValues(MeasuredComparison comparison, Func<int, int, double> getFactor)
    {
        var changed = comparison.Metrics[0].ValuesByVariant.Select((values, variant) =>
            values.Select((value, round) => value * getFactor(variant, round)).ToArray());
        return comparison with
        {
            Metrics = [comparison.Metrics[0] with { ValuesByVariant = [.. changed] }, comparison.Metrics[1]],
        };
    }
}
