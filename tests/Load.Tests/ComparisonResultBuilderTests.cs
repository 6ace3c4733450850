using Load.Cli;
using Load.Engine;
using Load.Experiment;
using Load.Http;
using Load.Metrics;
using Load.Output.Markdown;
using Load.Output.Terminal;
using Load.Results;
using Load.Results.Building;
using Load.Results.Compatibility;
using Load.Target;
using Load.Terminal;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class ComparisonResultBuilderTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly ExperimentPlan _plan = CreatePlan(["a", "b"]);

    [Fact]
    public void BuildResult_ComparisonWithoutNoise_IsValidWithRatioAndVerdict()
    {
        var result = BuildResult(CreateTrials(7, 1000, 1200));

        result.Validity.State.ShouldBe(RunValidity.ValidState);
        result.Variants[0].Ratio.ShouldBeNull();

        // The second trials of the baseline are faster than the first ones by a half percent or a little more.
        result.BaselineAgain!.Count.ShouldBe(7);
        result.Variants[1].Ratio!.Value.ShouldBe(1200 / Math.Sqrt(1000 * 1005.5), 0.001);
        result.Variants[1].Ratio!.Verdict.ShouldBe("faster");
        result.Variants[1].Ratio!.ByRound.Count.ShouldBe(7);
        result.Variants[1].Throughput.Median.ShouldBe(1200);
        result.Variants[1].Requests.ShouldBe(7 * 1200);
        result.Variants[1].Rounds.Select(round => round.N).ShouldBe(Enumerable.Range(1, 7));
        result.Variants[1].Rounds[0].RpsBins.ShouldBe([0, 4800, 0, 0]);
        result.Variants.Select(variant => variant.WarmupS).ShouldBe([1, 2]);
        result.Provenance.Single(pair => pair[0] == "Load")[1].ShouldContain("warm-up 1 to 2 s");
        result.Order.ShouldAllBe(round => round.Order().SequenceEqual(Enumerable.Range(0, 2)));
        result.Noise!.Value.Lo.ShouldBeLessThan(1.006);
        result.Noise!.Value.Hi.ShouldBeGreaterThan(1.005);
        result.HeatMapScale!.Cols.ShouldBe(28);
        var columns = result.Variants[1].HeatMap!.Split('|');
        columns.Length.ShouldBe(28);
        columns[0].Split(' ').ShouldAllBe(count => count == "0");
        columns[1].Split(' ').Select(int.Parse).ShouldBe(Enumerable.Range(0, 40).Select(row => row == 8 ? 1200 : 0));
    }

    [Fact]
    public void BuildResult_OneSlowRound_TakesPercentilesOverAllRequests()
    {
        // One of the seven rounds is slow: 14 % of all requests took 100 ms, so the p90 over all requests is 100 ms.
        // The mean of the p90 of each round would be only 15 ms.
        MeasuredTrial[] trials = [CreateTrial(0, 1, 1000, latencyMs: 100), .. CreateTrials(7, 1000, 1000)[1..]];

        var latency = BuildResult(trials).Variants[0].Latency;

        latency.P90!.Value.ShouldBe(100, 0.1);
        latency.P50!.Value.ShouldBe(1.05, 0.001);
    }

    [Fact]
    public void BuildResult_LoadToolUsesTooMuchCpu_IsInvalidWithoutVerdicts()
    {
        var result = BuildResult(
            [.. CreateTrials(7, 1000, 1200).Select(measured => measured with
            {
                Trial = measured.Trial with { ToolCores = 0.1 + measured.Trial.VariantIndex },
            })]);

        result.Validity.State.ShouldBe(RunValidity.InvalidState);
        GetState(result, "self").ShouldBe(CheckState.Fail);
        result.Variants[1].Ratio!.Verdict.ShouldBe("withheld");
    }

    [Fact]
    public void BuildResult_MachineSpeedDrifts_IsValidWithNote()
    {
        var trials = CreateTrials(7, 1000, 1000);
        (trials[0], trials[1], trials[2]) = (CreateTrial(0, 1, 1200), CreateTrial(1, 1, 1200), CreateTrial(2, 1, 1212));

        var result = BuildResult(trials);

        GetState(result, "drift").ShouldBe(CheckState.Note);
        result.Validity.State.ShouldBe(RunValidity.ValidState);
        result.Variants[1].Ratio!.Verdict.ShouldBe("same");
    }

    [Theory]
    [InlineData(190, CheckState.Pass)]
    [InlineData(210, CheckState.Note)]
    public void BuildResult_SlicesOfOneSecond_NotesResponsesThatTakeAFifthOfThem(double latencyMs, object state)
    {
        var result = BuildResult(
            [.. Enumerable.Range(1, 7).SelectMany(round => new[]
            {
                CreateTrial(0, round, 1000), CreateTrial(1, round, 1000, latencyMs), CreateTrial(2, round, 1000),
            })]);

        GetState(result, "slice").ShouldBe(state);
        result.Validity.Checks.Single(check => check.Id == "slice").Value.ShouldContain("(b)");
    }

    [Fact]
    public void BuildResult_RatioFallsDuringRun_WithholdsVerdictAndSaysWhy()
    {
        var trials = Enumerable.Range(1, 20).SelectMany(round => new[]
        {
            CreateTrial(0, round, 1000 + round % 3),
            CreateTrial(1, round, 1500 - 15 * round),
            CreateTrial(2, round, 1000 + round % 2),
        });

        var result = BuildResult([.. trials], CreatePlan(["a", "b"], rounds: 20));

        result.Variants[1].Ratio!.Verdict.ShouldBe("withheld");
        result.Variants[1].Ratio!.Problems.ShouldHaveSingleItem()
            .ShouldBe("throughput of b: the ratio fell by 19.2 % during the run");
        GetState(result, "exchangeable").ShouldBe(CheckState.Note);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void BuildResult_FewExtremeRounds_SaysThatTheyDecide(int extremeRounds)
    {
        var trials = Enumerable.Range(1, 40).SelectMany(round => new[]
        {
            CreateTrial(0, round, 1000 + round % 3),
            CreateTrial(1, round, round * 7 % 40 < extremeRounds ? 100 : 1000 + round % 5),
            CreateTrial(2, round, 1000 + round % 2),
        });

        var result = BuildResult([.. trials], CreatePlan(["a", "b"], rounds: 40));

        GetState(result, "extreme-rounds").ShouldBe(extremeRounds == 0 ? CheckState.Pass : CheckState.Note);
    }

    [Fact]
    public void BuildResult_BaselineIsSlowerTheSecondTime_IsInvalid()
    {
        var trials = CreateTrials(7, 1000, 1200)
            .Select(trial => trial.Trial.VariantIndex == 2
                ? CreateTrial(2, trial.Trial.Round, 850 + trial.Trial.Round % 2)
                : trial);

        var result = BuildResult([.. trials]);

        result.Validity.State.ShouldBe(RunValidity.InvalidState);
        GetState(result, "control-throughput").ShouldBe(CheckState.Fail);
        result.Variants[1].Ratio!.Verdict.ShouldBe("withheld");
    }

    [Fact]
    public void BuildResult_TwoRounds_CallsNothingTheSame()
    {
        var trials = CreateTrials(2, 1000, 1000);

        var result = BuildResult(trials, CreatePlan(["a", "b"], rounds: 2));

        result.Validity.State.ShouldNotBe(RunValidity.CutShortState);
        result.Variants[1].Ratio!.Verdict.ShouldBe("cannot tell");
    }

    [Fact]
    public void BuildResult_LatenciesOfVariants_HaveRatiosWithIntervalsAndNoVerdicts()
    {
        var trials = Enumerable.Range(1, 7).SelectMany(round => new[]
        {
            CreateTrial(0, round, 2000, latencyMs: 1), CreateTrial(1, round, 2000, latencyMs: 2),
            CreateTrial(2, round, 2000, latencyMs: 1),
        });

        var ratio = BuildResult([.. trials]).Variants[1].P99Ratio.ShouldNotBeNull();

        (Math.Round(ratio.Value, 2), ratio.Verdict, ratio.ByRound.Count).ShouldBe((2, null, 7));
        ratio.Lo!.Value.ShouldBeLessThanOrEqualTo(ratio.Value);
    }

    [Theory]
    [InlineData(0.9, 400.0, 400.0, CheckState.Pass)]
    [InlineData(0.9, 400.0, 350.0, CheckState.Pass)]
    [InlineData(0.3, 400.0, 10.0, CheckState.Note)]
    [InlineData(0.04, 400.0, 10.0, CheckState.Pass)]
    public void BuildResult_JitActivityFellBetweenRounds_HasNoteAboutJit(
        double? share, double? early, double? late, object state)
    {
        var trials = CreateTrials(7, 1000, 1000)
            .Select(measured => WithJit(measured, share, measured.Trial.Round < 4 ? early : late));

        GetState(BuildResult([.. trials]), "warm").ShouldBe(state);
    }

    [Fact]
    public void BuildResult_JitActivityNotMeasured_HasNoNoteAboutJit() =>
        BuildResult([.. CreateTrials(7, 1000, 1000)]).Validity.Checks.ShouldNotContain(check => check.Id == "warm");

    [Fact]
    public void BuildResult_MoreThanOneErrorInAThousand_IsInvalid()
    {
        var trials = CreateTrials(7, 1000, 1000);
        trials[3].Measurement.Counters.RecordFailure(TransportError.Reset);
        GetState(BuildResult(trials), "errors").ShouldBe(CheckState.Pass);

        for (var i = 0; i < 25; i++)
            trials[3].Measurement.Counters.RecordFailure(TransportError.Reset);
        GetState(BuildResult(trials), "errors").ShouldBe(CheckState.Fail);
    }

    [Fact]
    public void BuildResult_BaselineDiffersFromItself_IsLimitedToLargerRatios()
    {
        var trials = CreateTrials(7, 1000, 1200)
            .Select(trial => trial.Trial.VariantIndex == 2
                ? CreateTrial(2, trial.Trial.Round, trial.Trial.Round % 2 == 0 ? 700 : 1400)
                : trial);

        var result = BuildResult([.. trials]);

        result.Validity.State.ShouldBe(RunValidity.LimitedState);
        var smallest = result.Validity.SmallestRatio.ShouldNotBeNull();
        smallest.ShouldBeGreaterThanOrEqualTo(result.Noise!.Value.Hi);
        smallest.ShouldBeInRange(1.3, 10);
        ExitCode.FromResult(result).ShouldBe(ExitCode.Ok);
        ComparisonMarkdown.Format(result)
            .ShouldContain("Validity: **valid**, but could have missed differences below ×");
        using var output = new StringWriter();
        var screen = TerminalScreen.Create(output, isLive: false, isUnicode: true, width: 100);
        screen.Print(new ComparisonView(result, screen.CreateView(), 100).Draw());
        output.ToString().ShouldContain("✓ VALID but could have missed differences below ×");
    }

    [Fact]
    public void BuildResult_AllocationKnownInSomeTrials_IsMeanOfThoseTrials()
    {
        var trials = CreateTrials(7, 1000, 1200);
        foreach (ref var trial in trials.AsSpan())
        {
            // 3,000 bytes per request in the trials of the first two rounds of the variant b; unknown in all others.
            var isKnown = trial.Trial is { VariantIndex: 1, Round: <= 2 };
            trial = WithMetrics(
                trial, new ProcessMetrics { CpuSeconds = 1.2, AllocatedBytes = isKnown ? 3000 * 1200 : null });
        }

        var result = BuildResult(trials);

        result.Variants[1].Processes[MonitoredProcess.Target]!.AllocKb.ShouldBe(3);
        result.Variants[1].Processes[MonitoredProcess.Target]!.CpuMs.ShouldBe(1);
        result.Variants[0].Processes[MonitoredProcess.Target]!.AllocKb.ShouldBeNull();
    }

    [Fact]
    public void BuildResult_FewerTrialsThanPlanned_IsCutShort()
    {
        var result = BuildResult(CreateTrials(5, 1000, 1000));

        result.Validity.State.ShouldBe(RunValidity.CutShortState);
        result.Order.Length.ShouldBe(5);
    }

    [Fact]
    public void BuildPlanned_BeforeMeasurement_HasSameConditionsAsResult()
    {
        var planned = CreateBuilder().BuildPlannedResult(DateTimeOffset.UnixEpoch);
        var result = BuildResult(CreateTrials(7, 1000, 1200));

        BaselineComparison.Compare(result, planned).ChangedConditions.ShouldBeEmpty();
        BaselineComparison.GetRejectionReasons("x.json", result, planned, isForced: false).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(2, 80)]
    [InlineData(2, 104)]
    [InlineData(7, 80)]
    [InlineData(7, 104)]
    public void LiveComparisonView_AnyNumberOfRounds_ShowsIntervalsWithoutVerdicts(int rounds, int width)
    {
        var progress = new ComparisonProgress();
        foreach (var round in CreateTrials(rounds, 1000, 1200).GroupBy(measured => measured.Trial.Round))
        {
            foreach (var (trial, measurement) in round)
                progress.AddTrial(trial, measurement);
            progress.EndRound(round.Key);
        }

        progress.StartStage(
            new ActiveStage("b", ActiveStage.WarmupStageName, rounds, new Measurement(TimeProvider.System)));

        using var output = new StringWriter();
        var screen = TerminalScreen.Create(output, isLive: false, isUnicode: true, width);
        screen.Print(new LiveComparisonView(_plan, progress, 2, width).Draw(screen.CreateView(), Second));

        output.ToString().ShouldNotContain("faster");
        output.ToString().ShouldContain("1.20 [");
        output.ToString().ShouldContain("1 200");
        output.ToString().ShouldContain("► b");
        output.ToString().Split('\n').ShouldAllBe(line => line.Length <= width);
    }

    private Result BuildResult(MeasuredTrial[] trials, ExperimentPlan? plan = null)
    {
        var progress = new ComparisonProgress();
        foreach (var round in trials.GroupBy(measured => measured.Trial.Round))
        {
            foreach (var (trial, measurement) in round)
                progress.AddTrial(trial with { Measurement = new TrialMeasurement(measurement) }, measurement);
            progress.EndRound(round.Key);
        }

        return CreateBuilder(plan).Build(progress.Rounds, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch + Second);
    }

    private ComparisonResultBuilder CreateBuilder(ExperimentPlan? plan = null) => new(
        new RunDescription(
            new ScenarioDescription("sample", null, null, "GET http://h/"), "load compare", "load compare", 2014, Second, 2),
        plan ?? _plan,
        [Second, 2 * Second]);

    private static CheckState GetState(Result result, string id) =>
        result.Validity.Checks.Single(check => check.Id == id).State;

    private static MeasuredTrial[] CreateTrials(int rounds, int first, int second) =>
        [.. Enumerable.Range(1, rounds).SelectMany(round => new[]
        {
            CreateTrial(0, round, first),
            CreateTrial(1, round, second),
            CreateTrial(2, round, round % 2 == 0 ? first : first + 10),
        })];

    // Creates a trial that lasts one second, in which a single worker receives all responses after 0.4 s.
    private static MeasuredTrial CreateTrial(int variant, int round, int requests, double latencyMs = 1.05)
    {
        var time = new ManualTime();
        var measurement = new Measurement(time, Second);
        time.Advance(Second * 0.4);
        var received = time.GetTimestamp();
        var sent = received - TimeSpan.FromMilliseconds(latencyMs).Ticks;
        for (var i = 0; i < requests; i++)
            measurement.RecordResponse(0, new CompletedResponse(200, 1500), sent, sent, received);
        time.Advance(Second * 0.6);
        measurement.RecordWorkerEnd(time.GetTimestamp());
        var usage = new ResourceUsage(
            new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = null }, null, true);
        var trial = new Trial(variant, round, variant + 1, round, new TrialMeasurement(measurement), usage, 0.2);
        return new MeasuredTrial(trial, measurement);
    }

    private static MeasuredTrial WithJit(MeasuredTrial measured, double? seconds, double? methods) =>
        WithMetrics(measured, new ProcessMetrics { CpuSeconds = 1, JitSeconds = seconds, JitMethods = methods });

    private static MeasuredTrial WithMetrics(MeasuredTrial measured, ProcessMetrics metrics)
    {
        var processes = new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = metrics };
        var usage = measured.Trial.Usage with { Processes = processes };
        return measured with { Trial = measured.Trial with { Usage = usage } };
    }

    private static ExperimentPlan CreatePlan(string[] names, int rounds = 7)
    {
        var target = TestRequests.CreateMix("http://h/");
        MonitoredProcess[] processes = [new(MonitoredProcess.Target, "http://h")];
        var variants = names.Select(name => new Variant(name, target, processes)).ToArray();
        var profile = new ClosedLoopProfile(10, StopCondition.AfterDuration(Second));
        return new ExperimentPlan(variants, variants[0], profile, rounds, Second, Second, Second, 2014);
    }

    /// <summary>A trial and the complete measurement that provides the values of the trial for a result.</summary>
    private sealed record MeasuredTrial(Trial Trial, Measurement Measurement);
}
