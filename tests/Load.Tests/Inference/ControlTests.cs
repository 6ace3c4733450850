using Load.Experiment;
using Load.Statistics.Verdicts;

namespace Load.Tests.Inference;

public sealed class ControlTests
{
    private static readonly ComparisonJudge DefaultJudge = new(new VerdictRule());

    [Theory]
    [InlineData(0, 0.5, 0.01, nameof(ControlState.Sound))]
    [InlineData(0, 0.05, 0.2, nameof(ControlState.Blind))] // the baseline scatters more than the variant
    [InlineData(0.15, 0.5, 0.01, nameof(ControlState.Biased))]
    public void JudgeControl_BaselineAgainstItself_GivesExpectedState(
        double bias, double effect, double scatter, string expected)
    {
        var random = new NoisyComparisonSimulator(12, NoiseKind.Normal, 0) { Deviation = 0.01 };
        var again = new NoisyComparisonSimulator(13, NoiseKind.Normal, 0) { Deviation = scatter };

        var control = Judge(random.GetValues(50), random.GetValues(50, effect), again.GetValues(50, bias))
            .Controls.ShouldHaveSingleItem();

        control.State.ToString().ShouldBe(expected);
        control.DetectionLimit!.Value.ShouldBe(
            Math.Max(control.Interval!.Value.Hi, 1 / control.Interval.Value.Lo), 0.001, "One variant, one metric.");
    }

    [Fact]
    public void JudgeControl_SingleRound_GivesUnknownState()
    {
        var control = Judge([100], [101], [102]).Controls[0];

        (control.State, control.DetectionLimit).ShouldBe((ControlState.Unknown, null));
    }

    [Fact]
    public void DetectionLimit_OfTwoRoundsThatScatterWidely_IsANumberThatJsonHas()
    {
        var judgement = Judge([1000, 1000], [1000, 1000], [0.001, 1000]);

        judgement.Controls[0].DetectionLimit.ShouldBe(double.PositiveInfinity);
        JudgementChecks.GetDetectionLimit(judgement).ShouldBe(1e9);
    }

    [Fact]
    public void JudgeControl_BaselineEqualsItself_RarelyFindsBias()
    {
        var noise = new NoisyComparisonSimulator(14, NoiseKind.Bimodal, 0.5);

        Enumerable.Range(0, 300).Count(_ => DefaultJudge.JudgeComparison(noise.Compare(2, 50)).Controls
            .Any(control => control.State == ControlState.Biased)).ShouldBeLessThanOrEqualTo(8);
    }

    private static ComparisonJudgement Judge(double?[] first, double?[] other, double?[] again) =>
        DefaultJudge.JudgeComparison(new MeasuredComparison(
            ["base", "other", "base, again"], 0, 2, [new MetricValues("throughput", [first, other, again])]));
}
