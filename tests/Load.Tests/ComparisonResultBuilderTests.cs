namespace Load.Tests;

public sealed class ComparisonResultBuilderTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void BuildResult_ComparisonWithoutNoise_IsValidWithRatioAndVerdict()
    {
        var result = BuildResult(CreateTurns(7, 1200));

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
            [SampleTurns.Create(0, 1, 1000, latencyMs: 100), .. CreateTurns(7, 1000)[1..]];

        var latency = BuildResult(turns).Variants[0].Latency;

        latency.P95!.Value.ShouldBe(100, 0.1);
        latency.P50!.Value.ShouldBe(1.05, 0.001);
    }

    [Theory]
    [InlineData("self", CheckState.Fail, "", 1500, false, 1.0, 0.5)]
    [InlineData("answers", CheckState.Pass, "alike in size and status", 1515, true)]
    [InlineData("answers", CheckState.Fail, "b 1,516 bytes on average, a 1,500", 1516, true)]
    [InlineData("answers", CheckState.Note, "b 1,516 bytes on average, a 1,500", 1516)]
    [InlineData("answers", CheckState.Note, "b status 200 in 0 %, a in 100 %", 1500, false, 1.0, 0.0, 203)]
    // Their sizes are random.
    [InlineData("answers", CheckState.Pass, "alike in size and status", 1600, true, 1.0, 0.0, 200, 600)]
    [InlineData("fall", CheckState.Pass, "4.0 % (b)", 1500, false, 0.96)]
    [InlineData("fall", CheckState.Note, "10.0 % (b)", 1500, false, 0.9)]
    [InlineData("fall", CheckState.Pass, "0.0 % (a)", 1500, false, 1.5)]
    public void BuildResult_BDiffers_HasTheCheckAndWithholdsRatiosIfItFails(
        string id,
        object state,
        string value,
        int bytes = 1500,
        bool mustBeEqual = false,
        double lateCpu = 1,
        double toolCpu = 0,
        int status = 200,
        int scatter = 0)
    {
        var turns = CreateTurns(
            8,
            1200,
            cpu: 1,
            round => SampleTurns.Create(
                1,
                round,
                1200,
                bytes: bytes + (round % 2 == 0 ? scatter : -scatter),
                cpu: round <= 4 ? 1 : lateCpu,
                status: status))
            .Select(one => (one.Turn with { ToolCpuSeconds = toolCpu * (1 + 2 * one.Turn.Variant) }, one.Measurement));

        var result = BuildResult([.. turns], SampleTurns.CreatePlan() with { HasEqualAnswers = mustBeEqual });

        var check = result.Validity.Checks.Single(check => check.Id == id);
        (check.State, check.Value.Contains(value, StringComparison.Ordinal)).ShouldBe(((CheckState)state, true), check.Value);
        var isInvalid = state is CheckState.Fail;
        (result.Validity.State == RunValidity.InvalidState).ShouldBe(isInvalid);
        (result.Variants[1].Ratio!.Verdict == RatioVerdict.Withheld).ShouldBe(isInvalid);
    }

    [Theory]
    [InlineData(true, "Pass 1 of 1")]
    [InlineData(false, "Note 0 of 1")]
    [InlineData(null, "")]
    public void BuildResult_EndOfTheWarmup_HasACheckOfIt(bool? isWarm, string expected) =>
        string.Concat(BuildResult(CreateTurns(2, 1200), isWarm: isWarm).Validity.Checks.Where(check => check.Id == "warm")
            .Select(check => $"{check.State} {check.Value}")).ShouldBe(expected);

    private static Result BuildResult(
        (Turn Turn, Measurement Measurement)[] turns, ExperimentPlan? plan = null, bool? isWarm = null)
    {
        var progress = new ComparisonProgress();
        SampleTurns.AddRounds(progress, turns);
        progress.EndStart(SampleTurns.Summarize() with { Turns = "20 ms", IsWarm = isWarm });
        return new ComparisonResultBuilder(SampleTurns.Description, plan ?? SampleTurns.CreatePlan()).Build(
            progress.Rounds, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch + Second);
    }

    private static (Turn Turn, Measurement Measurement)[] CreateTurns(
        int rounds, int second, double? cpu = null, Func<int, (Turn, Measurement)>? createSecond = null) =>
    [
        .. Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, 1000, cpu: cpu),
            createSecond?.Invoke(round) ?? SampleTurns.Create(1, round, second),
        }),
    ];

    [Fact]
    public void CreateSamples_OneStart_TenBatchesOfNeighbouringRoundsAddUpToTheTotals()
    {
        var progress = new ComparisonProgress();
        AddStart(progress, 1, rounds: 25);

        var rounds = progress.Rounds;
        var samples = rounds.CreateSamples(SampleTurns.CreatePlan());

        samples.Count.ShouldBe(20);
        foreach (var (name, index) in new[] { ("a", 0), ("b", 1) })
        {
            Sample[] own = [.. samples.Where(sample => sample.Variant == name)];
            var total = rounds.GetTotal(index);
            own.Select(sample => sample.Batch).ShouldBe(Enumerable.Range(1, 10));
            own.Select(sample => sample.Turns).Distinct().Order().ShouldBe([2, 3]);
            (own.Sum(sample => sample.Turns), own.Sum(sample => sample.Requests), own.Sum(sample => sample.Good))
                .ShouldBe((25, total.Counters.Requests, total.Counters.Successes));
            own.Sum(sample => sample.BusyS).ShouldBe(total.BusySeconds, 1e-9);
            own.ShouldAllBe(sample => sample.P50Ms == null);
            // The first batch has the first two rounds.
            own[0].Requests.ShouldBe(index == 0 ? 101 + 102 : 202 + 204);
        }
    }

    [Fact]
    public void CreateSamples_TwoStarts_OneSampleOfEachHasItsRoundsAndPercentiles()
    {
        var progress = new ComparisonProgress();
        AddStart(progress, 1, rounds: 25);
        AddStart(progress, 2, rounds: 12, latencyMs: 2);

        var samples = progress.Rounds.CreateSamples(SampleTurns.CreatePlan() with { Starts = 2 });

        samples.Select(sample => (sample.Variant, sample.Start, sample.Batch, sample.Turns))
            .ShouldBe([("a", 1, 1, 25), ("b", 1, 1, 25), ("a", 2, 1, 12), ("b", 2, 1, 12)]);
        samples[0].P50Ms!.Value.ShouldBe(1.05, 0.01);
        samples[2].P50Ms!.Value.ShouldBe(2, 0.01);
        samples.Where(sample => sample.Variant == "b").Sum(sample => sample.Requests)
            .ShouldBe(progress.Rounds.GetTotal(1).Counters.Requests);
        progress.Rounds.Count.ShouldBe(37);
    }

    /// <summary>Blocks at the end of a start belong to batches in their order.</summary>
    [Fact]
    public void CreateSamples_NoClock_CostsAreThoseOfARequestInBlocks()
    {
        var progress = new ComparisonProgress();
        AddRounds(progress, 1, rounds: 10);
        var blocks = Enumerable.Range(1, 10).Select(block => new UsagePeriod(1, 100, new Dictionary<string, ProcessMetrics?>
        {
            [MonitoredProcess.Target] = new() { CpuSeconds = block, AllocatedBytes = 5000 },
        }));

        progress.EndStart(SampleTurns.Summarize(new VariantCosts([.. blocks]), VariantCosts.None));

        var samples = progress.Rounds.CreateSamples(SampleTurns.CreatePlan());
        samples.Where(sample => sample.Variant == "a").Select(sample => Math.Round(sample.CpuS!.Value / sample.Requests, 9))
            .ShouldBe(Enumerable.Range(1, 10).Select(block => block / 100.0));
        samples[0].AllocatedBytes.ShouldBe(50 * samples[0].Requests);
        samples.Where(sample => sample.Variant == "b").ShouldAllBe(sample => sample.CpuS == null);
    }

    private static void AddStart(ComparisonProgress progress, int start, int rounds, double latencyMs = 1.05)
    {
        AddRounds(progress, start, rounds, latencyMs);
        progress.EndStart(SampleTurns.Summarize());
    }

    // Variant a has 101, 102 and so on requests, and b has twice as many.
    private static void AddRounds(ComparisonProgress progress, int start, int rounds, double latencyMs = 1.05) =>
        SampleTurns.AddRounds(progress, Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, 100 + round, start, latencyMs),
            SampleTurns.Create(1, round, 2 * (100 + round), start, latencyMs),
        }));
}
