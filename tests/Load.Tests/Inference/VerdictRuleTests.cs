namespace Load.Tests.Inference;

public sealed class VerdictRuleTests
{
    private static readonly VerdictRule Rule = new();
    private static readonly ComparisonJudge DefaultJudge = new(Rule);

    [Fact]
    public void Judge_FewIdenticalRounds_VerdictIsNeverSame()
    {
        double?[] values = [100, 100, 100];
        var comparison = new MeasuredComparison(["base", "other"], 0, null, [new("throughput", [values, values])]);

        DefaultJudge.JudgeComparison(comparison).Ratios.ShouldHaveSingleItem().Verdict.ShouldBe(
            RatioVerdict.CannotTell);
    }

    [Fact]
    public void Judge_EveryVerdict_FollowsFromPrintedInterval()
    {
        var noise = new NoisyComparisonSimulator(9);
        var ratios = Enumerable.Range(-10, 21)
            .SelectMany(effect => DefaultJudge.JudgeComparison(noise.Compare(4, 120, effect / 100.0)).Ratios)
            .ToArray();

        ratios.ShouldContain(ratio => ratio.Verdict == RatioVerdict.Higher);
        ratios.ShouldContain(ratio => ratio.Verdict == RatioVerdict.CannotTell);
        foreach (var ratio in ratios)
        {
            var (low, high) = (ratio.Interval!.Value.Lo, ratio.Interval.Value.Hi);
            var expected = low > 1 / 1.02 && high < 1.02 ? RatioVerdict.Same
                : low > 1 ? RatioVerdict.Higher
                : high < 1 ? RatioVerdict.Lower
                : RatioVerdict.CannotTell;
            ratio.Verdict.ShouldBe(expected, $"[{low}, {high}]");
        }
    }

    [Theory]
    [InlineData(0, 0.5, 0.01, CheckState.Pass, false)]
    [InlineData(0, 0.05, 0.1, CheckState.Pass, true)] // the baseline scatters more than the variant
    [InlineData(0.15, 0.5, 0.01, CheckState.Fail, false)]
    public void JudgeControl_BaselineAgainstItself_PassesFailsOrIsBlind(
        double bias, double effect, double scatter, object state, bool isBlind)
    {
        var random = new NoisyComparisonSimulator(12) { Deviation = 0.01 };
        var again = new NoisyComparisonSimulator(13) { Deviation = scatter };

        var judgement = Judge(random.GetValues(50), random.GetValues(50, effect), again.GetValues(50, bias));

        JudgementChecks.Evaluate(judgement, "base").ShouldHaveSingleItem().State.ShouldBe((CheckState)state);
        JudgementChecks.IsBlind(judgement).ShouldBe(isBlind);
        var interval = judgement.Controls.ShouldHaveSingleItem().Interval!.Value;
        JudgementChecks.GetDetectionLimit(judgement)!.Value.ShouldBe(
            Math.Max(interval.Hi, 1 / interval.Lo), 0.001, "One variant, one metric.");
    }

    [Fact]
    public void DetectionLimit_OfTwoRoundsThatScatterWidely_IsANumberThatJsonHas()
    {
        var judgement = Judge([1000, 1000], [1000, 1000], [1e-9, 1000]);

        judgement.Controls[0].Interval!.Value.Hi.ShouldBe(double.PositiveInfinity);
        JudgementChecks.GetDetectionLimit(judgement).ShouldBe(1e9);
    }

    [Fact]
    public void GetErrorLevel_AllInterimTests_SumToTotalAndIncrease()
    {
        var looks = new PlannedLooks(5, 23, 0.01);
        var levels = Enumerable.Range(1, 23).Select(looks.GetFamilyLevel).OfType<double>().ToArray();

        levels.Sum().ShouldBe(0.01, 1e-12);
        levels.ShouldBeInOrder(SortDirection.Ascending);
        Enumerable.Range(1, 23).Where(round => looks.GetLook(round) is not null).ShouldBe([5, 10, 14, 19, 23]);
    }

    [Theory]
    [InlineData(1, null, true)]
    [InlineData(0.015, 0.08, true)]
    [InlineData(1, 0.01, false)]
    public void CanStop_VerdictsOrPrecisionReached_DependsOnRule(double effect, double? halfWidth, bool expected)
    {
        var noise = new NoisyComparisonSimulator(1);
        var judgement = DefaultJudge.JudgeComparison(noise.Compare(2, 50, effect));

        new PlannedLooks(5, 50, 0.01) { TargetHalfWidth = halfWidth }.CanStop(judgement.Ratios).ShouldBe(expected);
    }

    private static ComparisonJudgement Judge(double?[] first, double?[] other, double?[] again) =>
        DefaultJudge.JudgeComparison(new MeasuredComparison(
            ["base", "other", "base, again"], 0, 2, [new MetricValues("throughput", [first, other, again])]));
}
