namespace Load.Tests;

public sealed class ComparisonResultBuilderTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void BuildResult_ComparisonWithoutNoise_IsValidWithRatioAndVerdict()
    {
        var result = BuildResult(CreateTurns(7, 1000, 1200));

        result.Validity.State.ShouldBe(RunValidity.ValidState);
        result.Variants[0].Ratio.ShouldBeNull();
        var variant = result.Variants[1];
        variant.Ratio!.Value.ShouldBe(1.2, 1e-9);
        (variant.Ratio.Verdict, variant.Ratio.Units.Count).ShouldBe((RatioVerdict.Faster, 7));
        (variant.Throughput.Rate, variant.Requests).ShouldBe((1200, 7 * 1200));
        (result.Plan.Rounds, result.Plan.TurnS, result.Method.Rounds).ShouldBe((null, null, 7));
        var load = result.Provenance.Single(pair => pair[0] == "Load")[1];
        load.ShouldContain("7 shuffled rounds, turns of 20 ms, warm-up of all variants 2 s or more");
    }

    [Fact]
    public void BuildResult_OneSlowRound_TakesPercentilesOverAllRequests()
    {
        // One of the seven turns of the baseline is slow: 14 % of all requests took 100 ms, so the p95 over all
        // requests is 100 ms. The mean of the p95 of each turn would be only 15 ms.
        (Turn, Measurement)[] turns =
            [SampleTurns.Create(0, 1, 1000, latencyMs: 100), .. CreateTurns(7, 1000, 1000)[1..]];

        var latency = BuildResult(turns).Variants[0].Latency;

        latency.P95!.Value.ShouldBe(100, 0.1);
        latency.P50!.Value.ShouldBe(1.05, 0.001);
    }

    [Theory]
    [InlineData("self", CheckState.Fail, "", 1500, false, 1.0, 0.5)]
    [InlineData("answers", CheckState.Pass, "alike in size and status", 1515, true)]
    [InlineData("answers", CheckState.Fail, "b 1,516 bytes on average, a 1,500", 1516, true)]
    [InlineData("answers", CheckState.Note, "b 1,516 bytes on average, a 1,500", 1516)]
    [InlineData("warm", CheckState.Pass, "4.0 % (b)", 1500, false, 0.96)]
    [InlineData("warm", CheckState.Note, "10.0 % (b)", 1500, false, 0.9)]
    [InlineData("warm", CheckState.Pass, "0.0 % (a)", 1500, false, 1.5)]
    public void BuildResult_BDiffers_HasTheCheckAndWithholdsRatiosIfItFails(
        string id,
        object state,
        string value,
        int bytes = 1500,
        bool mustBeEqual = false,
        double lateCpu = 1,
        double toolCpu = 0)
    {
        var turns = CreateTurns(8, 1000, 1200, bytes, round => round <= 4 ? 1 : lateCpu)
            .Select(one => (one.Turn with { ToolCpuSeconds = toolCpu * (1 + 2 * one.Turn.Variant) }, one.Measurement));

        var result = BuildResult([.. turns], SampleTurns.CreatePlan() with { HasEqualAnswers = mustBeEqual });

        var check = result.Validity.Checks.Single(check => check.Id == id);
        (check.State, check.Value.Contains(value, StringComparison.Ordinal)).ShouldBe(((CheckState)state, true), check.Value);
        var isInvalid = state is CheckState.Fail;
        (result.Validity.State == RunValidity.InvalidState).ShouldBe(isInvalid);
        (result.Variants[1].Ratio!.Verdict == RatioVerdict.Withheld).ShouldBe(isInvalid);
    }

    private static Result BuildResult(
        (Turn Turn, Measurement Measurement)[] turns, ExperimentPlan? plan = null)
    {
        var progress = new ComparisonProgress();
        SampleTurns.AddRounds(progress, turns);
        progress.EndStart(SampleTurns.Summarize() with { Turns = "20 ms" });
        return new ComparisonResultBuilder(SampleTurns.Description, plan ?? SampleTurns.CreatePlan()).Build(
            progress.Rounds, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch + Second);
    }

    private static (Turn Turn, Measurement Measurement)[] CreateTurns(
        int rounds,
        int first,
        int second,
        int bytes = 1500,
        Func<int, double>? getCpu = null) =>
        [.. Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, first, cpu: getCpu is null ? null : 1),
            SampleTurns.Create(1, round, second, bytes: bytes, cpu: getCpu?.Invoke(round)),
        })];
}
