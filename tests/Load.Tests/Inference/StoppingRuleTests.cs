using Load.Statistics.Verdicts;

namespace Load.Tests.Inference;

public sealed class StoppingRuleTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(12)]
    public void GetErrorLevel_AllInterimTests_SumToTotalAndIncrease(int looks)
    {
        var rule = new StoppingRule(looks, 0.01);
        var levels = Enumerable.Range(1, looks).Select(look => rule.GetLevel(look)).ToArray();

        levels.Sum().ShouldBe(0.01, 1e-12);
        levels.ShouldBeInOrder(SortDirection.Ascending);
    }

    [Fact]
    public void GetErrorLevel_InterimTestsAtAnyTime_SumToTotal()
    {
        var rule = new StoppingRule(3, 0.01);

        (rule.GetLevel(0, 0.1) + rule.GetLevel(0.1, 0.65) + rule.GetLevel(0.65, 1)).ShouldBe(0.01, 1e-12);
    }

    [Fact]
    public void CanStopComparison_VerdictsOrPrecisionReached_DependsOnStoppingRule()
    {
        var judge = new ComparisonJudge(new VerdictRule());
        var far = judge.JudgeComparison(new NoisyComparisonSimulator(1, NoiseKind.Normal, 0).Compare(2, 50, 1));
        var near = judge.JudgeComparison(new NoisyComparisonSimulator(1, NoiseKind.Normal, 0).Compare(2, 50, 0.015));
        var (telling, narrow) = (new StoppingRule(5, 0.01), new StoppingRule(5, 0.01) { TargetHalfWidth = 0.08 });

        telling.CanStop(far.Ratios).ShouldBeTrue();
        telling.CanStop(near.Ratios).ShouldBeFalse();
        narrow.CanStop(near.Ratios).ShouldBeTrue();
        (narrow with { TargetHalfWidth = 0.01 }).CanStop(far.Ratios).ShouldBeFalse();
    }
}
