using Load.Statistics.Estimation;
using Load.Statistics.Verdicts;

namespace Load.Tests.Inference;

public sealed class VerdictRuleTests
{
    private static readonly VerdictRule Rule = new();
    private static readonly ComparisonJudge DefaultJudge = new(Rule);

    [Theory]
    [InlineData(1.05, 1.01, nameof(RatioVerdict.Higher))]
    [InlineData(0.95, 1.01, nameof(RatioVerdict.Lower))]
    [InlineData(1.00, 1.01, nameof(RatioVerdict.Same))]
    [InlineData(1.01, 1.005, nameof(RatioVerdict.Same))] // the ratio differs from 1, but too little to matter
    [InlineData(1.01, 1.015, nameof(RatioVerdict.CannotTell))]
    public void Decide_RatioAndConfidenceInterval_GivesExpectedVerdict(double ratio, double half, string expected)
    {
        var error = Math.Log(half) / CriticalValue.Get(19, 0.01);

        Rule.Decide(new LogRatioEstimate(Math.Log(ratio), error, 19, 20), 0.01).ToString().ShouldBe(expected);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Judge_FewIdenticalRounds_VerdictIsNeverSame(int rounds)
    {
        var values = Enumerable.Repeat((double?)100, rounds).ToArray();
        var comparison = new MeasuredComparison(["base", "other"], 0, null, [new("throughput", [values, values])]);

        DefaultJudge.JudgeComparison(comparison).Ratios.ShouldHaveSingleItem().Verdict.ShouldBe(
            RatioVerdict.CannotTell);
    }

    [Fact]
    public void Judge_EveryVerdict_FollowsFromPrintedInterval()
    {
        var noise = new NoisyComparisonSimulator(9, NoiseKind.Normal, 0);
        var ratios = Enumerable.Range(-10, 21)
            .SelectMany(effect => DefaultJudge.JudgeComparison(noise.Compare(4, 120, effect / 100.0)).Ratios)
            .Where(ratio => ratio.Failures.Count == 0)
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

    [Fact]
    public void Judge_MetricWithoutVerdicts_HasIntervalAndKeepsConfidenceOfOtherMetrics()
    {
        var comparison = new NoisyComparisonSimulator(3, NoiseKind.Normal, 0).Compare(4, 30);
        var p99 = comparison.Metrics[0] with { Name = "p99", HasVerdicts = false };

        var judgement = DefaultJudge.JudgeComparison(comparison with { Metrics = [.. comparison.Metrics, p99] });

        judgement.IntervalLevel.ShouldBe(0.01 / 8, 1e-12);
        judgement.Find("v1", "p99")!.Verdict.ShouldBeNull();
        judgement.Find("v1", "p99")!.Interval.ShouldBe(judgement.Find("v1", "throughput")!.Interval);
        judgement.Controls.Select(control => control.Metric).ShouldBe(["throughput", "CPU"]);
    }

    [Fact]
    public void Judge_VariantNeverMeasured_StillCountsForConfidenceLevel()
    {
        double?[] values = [100, 101, 99, 100];
        var comparison = new MeasuredComparison(
            ["base", "one", "dead"], 0, null, [new("throughput", [values, values, [0, null, 0, null]])]);

        var judgement = DefaultJudge.JudgeComparison(comparison);

        judgement.IntervalLevel.ShouldBe(0.005, 1e-12);
        judgement.Find("dead", "throughput").ShouldBeNull();
    }

    [Fact]
    public void TieGroups_PairsThatDiffer_NeverShareGroup()
    {
        TieGroups.FindLargestGroups([1, 2, 3, 4], []).ShouldBe([[1, 2, 3, 4]]);
        TieGroups.FindLargestGroups([1, 2, 3, 4], [(1, 4)]).ShouldBe([[2, 3, 4], [1, 2, 3]]);
        TieGroups.FindLargestGroups([1, 2, 3], [(1, 2), (1, 3)]).ShouldBe([[2, 3]]);
        TieGroups.FindLargestGroups([1, 2, 3], [(1, 2), (1, 3), (2, 3)]).ShouldBeEmpty();
    }

    [Fact]
    public void FindTies_OneVariantDiffers_GroupsVariantsThatDoNotDiffer()
    {
        var noise = new NoisyComparisonSimulator(8, NoiseKind.Normal, 0);
        var values = new[] { 0, 0.3, 0.3, 0.6, 0 }.Select(effect => noise.GetValues(50, effect)).ToArray();
        var comparison = new MeasuredComparison(
            ["base", "a", "b", "c", "base, again"], 0, 4, [new("throughput", values)]);

        DefaultJudge.FindTies(comparison)["throughput"].ShouldBe([[1, 2]]);
    }
}
