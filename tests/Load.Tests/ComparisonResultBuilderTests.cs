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
        load.ShouldContain("7 shuffled rounds, turns of 20 ms, warm-up of all variants 2.5 s");
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

    [Fact]
    public void BuildResult_ToolIsBusyWithOneVariant_IsInvalidWithoutVerdicts()
    {
        var result = BuildResult(
        [
            .. CreateTurns(7, 1000, 1200).Select(one => (
                one.Turn with { ToolCpuSeconds = 0.1 + one.Turn.Variant }, one.Measurement)),
        ]);

        (result.Validity.State, GetCheck(result, "self").State).ShouldBe((RunValidity.InvalidState, CheckState.Fail));
        result.Variants[1].Ratio!.Verdict.ShouldBe(RatioVerdict.Withheld);
    }

    [Theory]
    [InlineData(1515, true, "valid", CheckState.Pass)]
    [InlineData(1516, true, "invalid", CheckState.Fail)]
    [InlineData(1516, false, "valid", CheckState.Note)]
    public void BuildResult_OneAnswersWithMoreBytes_WithholdsRatiosIfAnswersMustBeEqual(
        int bytes, bool mustBeEqual, string validity, object state)
    {
        var result = BuildResult(
            CreateTurns(7, 1000, 1200, bytes: bytes), SampleTurns.CreatePlan() with { HasEqualAnswers = mustBeEqual });

        (result.Validity.State, GetCheck(result, "answers").State).ShouldBe((validity, state));
        GetCheck(result, "answers").Value.ShouldBe(
            bytes == 1515 ? "alike in size and status" : "b 1,516 bytes on average, a 1,500");
        (result.Variants[1].Ratio!.Verdict == RatioVerdict.Withheld).ShouldBe(validity == "invalid");
    }

    [Theory]
    [InlineData(0.96, CheckState.Pass, "4.0 % (b)")]
    [InlineData(0.9, CheckState.Note, "10.0 % (b)")]
    [InlineData(1.5, CheckState.Pass, "0.0 % (a)")]
    [InlineData(null, null, null)]
    public void BuildResult_CpuTimeOfARequestInTheSecondHalf_HasNoteIfItFell(double? late, object? state, string? value)
    {
        var turns = Enumerable.Range(1, 8).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, 1000, cpu: late is null ? null : 1),
            SampleTurns.Create(1, round, 1000, cpu: round <= 4 ? late is null ? null : 1 : late),
        });

        var check = BuildResult([.. turns]).Validity.Checks.SingleOrDefault(check => check.Id == "warm");

        (check?.State, check?.Value).ShouldBe(((CheckState?)state, value));
    }

    private static Result BuildResult((Turn Turn, Measurement Measurement)[] turns, ExperimentPlan? plan = null)
    {
        var progress = new ComparisonProgress();
        SampleTurns.AddRounds(progress, turns);
        progress.EndStart(SampleTurns.Summarize() with { Turns = "20 ms" });
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load compare", "load compare", 2014, Second, 2);
        return new ComparisonResultBuilder(description, plan ?? SampleTurns.CreatePlan(), [2.5 * Second]).Build(
            progress.Rounds, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch + Second);
    }

    private static ValidityCheck GetCheck(Result result, string id) =>
        result.Validity.Checks.Single(check => check.Id == id);

    private static (Turn Turn, Measurement Measurement)[] CreateTurns(
        int rounds, int first, int second, double latencyMs = 1.05, int bytes = 1500) =>
        [.. Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, first),
            SampleTurns.Create(1, round, second, latencyMs: latencyMs, bytes: bytes),
        })];
}
