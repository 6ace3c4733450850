using Load.Statistics.Verdicts;

namespace Load.Tests.Inference;

public sealed class StoppingRuleTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public void GetErrorLevel_AllInterimTests_SumToTotalAndIncrease(int looks)
    {
        var rule = new StoppingRule(looks, 0.01);
        var levels = Enumerable.Range(1, looks).Select(look => rule.GetLevel(look)).ToArray();

        levels.Sum().ShouldBe(0.01, 1e-12);
        levels.ShouldBeInOrder(SortDirection.Ascending);
        (rule.GetLevel(0, 0.1) + rule.GetLevel(0.1, 0.65) + rule.GetLevel(0.65, 1)).ShouldBe(0.01, 1e-12);
    }

    [Theory]
    [InlineData(1, null, true)]
    [InlineData(0.015, null, false)]
    [InlineData(0.015, 0.08, true)]
    [InlineData(1, 0.01, false)]
    public void CanStop_VerdictsOrPrecisionReached_DependsOnStoppingRule(double effect, double? halfWidth, bool expected)
    {
        var noise = new NoisyComparisonSimulator(1, NoiseKind.Normal, 0);
        var judgement = new ComparisonJudge(new VerdictRule()).JudgeComparison(noise.Compare(2, 50, effect));

        new StoppingRule(5, 0.01) { TargetHalfWidth = halfWidth }.CanStop(judgement.Ratios).ShouldBe(expected);
    }
}
