namespace Load.Tests;

public sealed class ComparisonResultBuilderTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void BuildResult_ComparisonWithoutNoise_IsValidWithRatioAndVerdict()
    {
        var result = BuildResult(CreateTrials(7, 1000, 1200));

        result.Validity.State.ShouldBe(RunValidity.ValidState);
        result.Variants[0].Ratio.ShouldBeNull();

        // The two turns of the baseline have 1,000 and, in four of the seven rounds, 1,010 requests.
        var variant = result.Variants[1];
        result.Samples.Count(sample => sample.Variant == "a").ShouldBe(14);
        variant.Ratio!.Value.ShouldBe(1200 / (1000 + 40 / 14.0), 1e-9);
        (variant.Ratio.Verdict, variant.Ratio.Units.Count).ShouldBe((RatioVerdict.Faster, 7));
        (variant.Throughput.Rate, variant.Requests).ShouldBe((1200, 7 * 1200));
        result.Starts.Select(start => (start.Variant, start.Start)).ShouldBe([("a", 1), ("b", 1)]);
        result.Provenance.Single(pair => pair[0] == "Load")[1].ShouldContain("warm-up of all variants 2.5 s");
        result.Order.ShouldAllBe(round => round.Order().SequenceEqual(Enumerable.Range(0, 2)));
        GetState(result, "control-throughput").ShouldBe(CheckState.Pass);
        variant.HeatMap!.Split('|').Length.ShouldBe(28);
        variant.HeatMap.Split('|')[1].Split(' ').Select(int.Parse)
            .ShouldBe(Enumerable.Range(0, 40).Select(row => row == 8 ? 1200 : 0));
    }

    [Fact]
    public void BuildResult_OneSlowRound_TakesPercentilesOverAllRequests()
    {
        // One of the fourteen turns of the baseline is slow: 7 % of all requests took 100 ms, so the p95 over all
        // requests is 100 ms. The mean of the p95 of each turn would be only 8 ms.
        MeasuredTrial[] trials = [CreateTrial(0, 1, 1000, latencyMs: 100), .. CreateTrials(7, 1000, 1000)[1..]];

        var latency = BuildResult(trials).Variants[0].Latency;

        latency.P95!.Value.ShouldBe(100, 0.1);
        latency.P50!.Value.ShouldBe(1.05, 0.001);
    }

    [Fact]
    public void BuildResult_ToolIsBusyOrBaselineDiffersFromItself_IsInvalidWithoutVerdicts()
    {
        var busy = CreateTrials(7, 1000, 1200).Select(measured => measured with
        {
            Trial = measured.Trial with { ToolCores = 0.1 + measured.Trial.VariantIndex },
        });

        ShouldFail("self", [.. busy]);
        // In every second round, the first turn of the baseline is the control.
        ShouldFail("control-throughput", CreateTrials(
            7, round => round % 2 == 0 ? (850, 1200, 1000) : (1000, 1200, 851)));

        static void ShouldFail(string id, MeasuredTrial[] trials)
        {
            var result = BuildResult(trials);
            (result.Validity.State, GetState(result, id)).ShouldBe((RunValidity.InvalidState, CheckState.Fail));
            result.Variants[1].Ratio!.Verdict.ShouldBe(RatioVerdict.Withheld);
        }
    }

    [Theory]
    [InlineData(1515, true, "valid", CheckState.Pass)]
    [InlineData(1516, true, "invalid", CheckState.Fail)]
    [InlineData(1516, false, "valid", CheckState.Note)]
    public void BuildResult_OneAnswersWithMoreBytes_WithholdsRatiosIfAnswersMustBeEqual(
        int bytes, bool mustBeEqual, string validity, object state)
    {
        MeasuredTrial[] trials =
        [
            .. CreateTrials(7, 1000, 1200).Select(measured => measured.Trial.VariantIndex == 1
                ? CreateTrial(1, measured.Trial.Round, 1200, bytes: bytes)
                : measured),
        ];

        var result = BuildResult(trials, CreatePlan() with { HasEqualAnswers = mustBeEqual });

        (result.Validity.State, GetState(result, "answers")).ShouldBe((validity, state));
        result.Validity.Checks.Single(check => check.Id == "answers").Value.ShouldBe(
            bytes == 1515 ? "alike in size and status" : "b 1,516 bytes on average, a 1,500");
        (result.Variants[1].Ratio!.Verdict == RatioVerdict.Withheld).ShouldBe(validity == "invalid");
    }

    [Fact]
    public void BuildResult_MachineSpeedDrifts_IsValidWithNote()
    {
        var result = BuildResult(CreateTrials(
            7, round => round == 1 ? (1200, 1200, 1212) : (1000, 1000, round % 2 == 0 ? 1000 : 1010)));

        (result.Validity.State, GetState(result, "drift")).ShouldBe((RunValidity.ValidState, CheckState.Note));
    }

    [Theory]
    [InlineData(190, CheckState.Pass)]
    [InlineData(210, CheckState.Note)]
    public void BuildResult_SlicesOfOneSecond_NotesResponsesThatTakeAFifthOfThem(double latencyMs, object state)
    {
        var result = BuildResult(CreateTrials(7, _ => (1000, 1000, 1000), latencyMs));

        GetState(result, "slice").ShouldBe(state);
        result.Validity.Checks.Single(check => check.Id == "slice").Value.ShouldContain("(b)");
    }

    [Theory]
    [InlineData(350, CheckState.Pass)]
    [InlineData(10, CheckState.Note)]
    public void BuildResult_JitActivityFellBetweenRounds_HasNoteAboutJit(int late, object state)
    {
        var trials = CreateTrials(7, 1000, 1000).Select(measured =>
        {
            var methods = measured.Trial.Round < 4 ? 400 : late;
            var metrics = new ProcessMetrics { CpuSeconds = 1, JitSeconds = 0.3, JitMethods = methods };
            return measured with { Trial = measured.Trial with { Usage = CreateUsage(metrics) } };
        });

        GetState(BuildResult([.. trials]), "warm").ShouldBe(state);
    }

    private static Result BuildResult(MeasuredTrial[] trials, ExperimentPlan? plan = null)
    {
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load compare", "load compare", 2014, Second, 2);
        return new ComparisonResultBuilder(description, plan ?? CreatePlan(), [2.5 * Second]).Build(
            CreateProgress(trials).Rounds, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch + Second);
    }

    private static ComparisonProgress CreateProgress(MeasuredTrial[] trials)
    {
        var progress = new ComparisonProgress();
        foreach (var round in trials.GroupBy(measured => measured.Trial.Round))
        {
            foreach (var (trial, measurement) in round)
                progress.AddTrial(trial, measurement);
            progress.EndRound();
        }

        var machine = new MachineUsage(null, null, [], new Dictionary<string, int>());
        progress.EndStart(new StartSummary(machine, null, [], []));
        return progress;
    }

    private static CheckState GetState(Result result, string id) =>
        result.Validity.Checks.Single(check => check.Id == id).State;

    private static MeasuredTrial[] CreateTrials(int rounds, int first, int second) =>
        CreateTrials(rounds, round => (first, second, round % 2 == 0 ? first : first + 10));

    // Creates the trials of the baseline, the variant b, and the baseline again, with the given numbers of requests.
    private static MeasuredTrial[] CreateTrials(
        int rounds, Func<int, (int First, int Second, int Again)> getRequests, double latencyMsOfSecond = 1.05) =>
        [.. Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            CreateTrial(0, round, getRequests(round).First),
            CreateTrial(1, round, getRequests(round).Second, latencyMsOfSecond),
            CreateTrial(2, round, getRequests(round).Again),
        })];

    // Creates a trial that lasts one second, in which a single worker receives all responses after 0.4 s.
    private static MeasuredTrial CreateTrial(
        int variant, int round, int requests, double latencyMs = 1.05, int bytes = 1500)
    {
        var time = new FakeTimeProvider(default);
        var measurement = new Measurement(time, Second);
        time.Advance(Second * 0.4);
        var received = time.GetTimestamp();
        var sent = received - TimeSpan.FromMilliseconds(latencyMs).Ticks;
        for (var i = 0; i < requests; i++)
            measurement.Recorder.RecordResponse(
                0, new CompletedResponse(200, bytes), new RequestTrace(), sent, sent, received);
        time.Advance(Second * 0.6);
        measurement.RecordWorkerEnd(time.GetTimestamp());
        return new MeasuredTrial(
            new Trial(variant, round, variant + 1, round, measurement, CreateUsage(null), 0.2), measurement);
    }

    private static ResourceUsage CreateUsage(ProcessMetrics? metrics) =>
        new(new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = metrics }, null, true);

    private static ExperimentPlan CreatePlan()
    {
        MonitoredProcess[] processes = [new(MonitoredProcess.Target, "http://h")];
        Variant[] variants = [CreateVariant("a"), CreateVariant("b")];
        var profile = new ClosedLoopProfile(10, StopCondition.AfterDuration(Second));
        return new ExperimentPlan(variants, "a", profile, 7, Second, Second, Second, 2014);

        Variant CreateVariant(string name) => new(name, TestRequests.CreateMix("http://h/"), processes);
    }

    /// <summary>A trial and the complete measurement that provides the values of the trial for a result.</summary>
    private sealed record MeasuredTrial(Trial Trial, Measurement Measurement);
}
