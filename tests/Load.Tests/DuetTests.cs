namespace Load.Tests;

public sealed class DuetTests : LoadToolTests
{
    private const string Sentence = "Both variants were loaded at the same moment (a duet), so the ratios compare";
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData("http://h:1/?strategy=b", new[] { "a", "b", "a, again" })]
    [InlineData("http://h:2", new[] { "a", "b" })]
    public void Plan_Turns_BaselineHasSecondTrialUnlessEachVariantHasItsOwnTarget(string second, string[] measured)
    {
        var plan = CreatePlan(isDuet: false, second: second);

        plan.MeasuredVariants.Select(variant => variant.Name).ShouldBe(measured);
        plan.BaselineReplicateIndex.ShouldBe(measured.Length == 3 ? 2 : null);
        plan.TrialOrder.ShouldAllBe(order => order.Order().SequenceEqual(Enumerable.Range(0, measured.Length)));
        plan.TrialCount.ShouldBe(20 * measured.Length);
        plan.TrialOrder.Select(order => order[0]).Distinct().Count().ShouldBe(measured.Length);
        plan.TrialOrder.ShouldBe(CreatePlan(isDuet: false, second: second).TrialOrder, "The seed is the same.");

        // A further variant that shares a target with another one.
        ExperimentPlan.CountTrials([.. plan.Variants, plan.Variants[1]], isDuet: false).ShouldBe(4);
    }

    [Fact]
    public void Plan_DuetWithPilot_FitsIntoTimeLimit()
    {
        var pilot = new PilotResult(Second / 10, TimeSpan.Zero, Second, 1, new ConfidenceInterval(1, 1));
        var (duet, turns) = (Plan(isDuet: true), Plan(isDuet: false));

        // The trials of a round take 110 ms with the reading of metrics: once in a duet, three times in turns.
        duet.Rounds.ShouldBe((int)((60 - 10 - 1 - 1) / 0.11));
        turns.Rounds.ShouldBe((int)((60 - 10 - 2 * (1 + 1)) / 0.33));
        ExperimentPlan.CountSettlingRounds(6 * Second, Second).ShouldBe(2);

        ExperimentPlan Plan(bool isDuet) => (CreatePlan(isDuet, second: isDuet ? "http://h:2" : "http://h:1") with
        {
            TimeLimit = TimeSpan.FromMinutes(1),
            Looks = new PlannedLooks(ExperimentPlan.LookCount, 1, 0.01),
            HasPilot = true,
        }).WithPilot(pilot, TimeSpan.FromSeconds(10));
    }

    [Fact]
    public async Task RunAsync_Duet_LoadsBothVariantsAtOnceAndMeasuresMachineOnce()
    {
        // The load of the first variant ends only when that of the second one has begun.
        var (time, firstIndices) = (new ManualTime(), new List<long>());
        var (both, isWaiting) = (new TaskCompletionSource(), false);
        var profile = new ScriptedProfile((_, measurement, firstIndex) =>
        {
            firstIndices.Add(firstIndex);
            time.Advance(Second);
            measurement.RecordWorkerEnd(time.GetTimestamp());
            if (isWaiting)
                both.SetResult();
            else
                both = new TaskCompletionSource();
            isWaiting = !isWaiting;
            return both.Task.WaitAsync(TestContext.Current.CancellationToken);
        });
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        var (machine, progress) = (new ScriptedMachine(0), new ComparisonProgress());
        var toolCpuReadings = 0;
        var plan = CreatePlan(isDuet: true, rounds: 3, profile: profile);
        plan = plan with { Warmup = default, TrialWarmup = default };
        var runner = new ComparisonRunner(
            plan,
            variant => new RunContext(null!, variant.Requests, Second, time),
            scraper,
            new MachineMeter(machine, [], time),
            time,
            () => TimeSpan.FromMilliseconds(toolCpuReadings++),
            progress);

        await runner.RunAsync(TestContext.Current.CancellationToken);

        plan.MeasuredVariants.Select(variant => variant.Name).ShouldBe(["a", "b"]);
        // The tool's own CPU time is read before and after each of the three moments. The machine is read before each,
        // because a second has passed, and after the last one.
        (machine.Readings, toolCpuReadings).ShouldBe((4, 6));
        firstIndices.ShouldBe(Enumerable.Range(2, 6).Select(i => ExperimentPlan.GetFirstIndex(i / 2)));
        foreach (var round in progress.Trials.GroupBy(trial => trial.Round))
        {
            round.OrderBy(trial => trial.Position).Select(trial => trial.VariantIndex)
                .ShouldBe(plan.TrialOrder[round.Key - 1]);
        }
    }

    [Fact]
    public async Task Duet_OpenLoop_ReportsCostOfEachProcessAndSaysWhatItMeasures()
    {
        await using var first = await MeteredServer.StartAsync();
        await using var second = await MeteredServer.StartAsync();

        await Tool.InvokeAsync(
            "compare", "--duet", "-u", first.Url, "--vary", $"a@{first.Url},b@{second.Url}", "--connections", "1",
            "--rounds", "5", "--warmup", "0s", "--slice-warmup", "0s", "--slice", "100ms", "--rate", "100/s",
            "--monitor", "target");

        // A busy machine can make the result invalid, which would hide the sentence on the page.
        var result = await Tool.ReadResultAsync();
        result = result with { Validity = result.Validity with { State = RunValidity.ValidState } };
        (result.Plan.Design, result.BaselineAgain, result.Noise).ShouldBe(("duet", null, null));
        result.Variants.ShouldAllBe(variant => variant.Processes["target"]!.CpuMs == 2);
        result.Variants[1].CpuRatio!.Value.ShouldBe(1);
        result.Validity.Checks.Single(check => check.Id == "server").Value.ShouldBe("10 of 10 measurements");
        Tool.Output.Replace("\n  ", " ", StringComparison.Ordinal).ShouldContain(Sentence);
        ResultFiles.FormatMarkdown(result).ShouldContain(Sentence);
        var turns = result with { Plan = result.Plan with { Design = null } };
        ResultFiles.FormatMarkdown(turns).ShouldNotContain("same moment (a duet)");
        MeasurementConditions.GetChangedConditions(result, turns).Single().Label.ShouldBe("Load");
    }

    [Theory]
    [InlineData(
        "a@http://h:1,b@http://h:2,c@http://h:3",
        "a duet needs exactly two variants, but 3 are given", "--vary first@http://a:1,second@http://b:2")]
    [InlineData(
        "strategy=a,b", "both variants of a duet are at http://h:1, but each needs its own process",
        "--vary first@http://a:1,second@http://b:2")]
    [InlineData(
        "a@http://h:1,b@http://h:2 --monitor target --monitor back-end=http://h:9",
        "back-end works for both variants of a duet at once, so its cost belongs to neither", "--monitor target")]
    public async Task Duet_NotTwoProcessesUnderLoad_IsUsageErrorWithCure(string options, string message, string cure)
    {
        (await Tool.InvokeAsync(["compare", "--duet", "-u", "http://h:1", "--vary", .. options.Split(' ')]))
            .ShouldBe(ExitCode.UsageError);

        Tool.Error.ShouldContain(message);
        Tool.Error.ShouldContain($"Try {cure}");
    }

    private static ExperimentPlan CreatePlan(
        bool isDuet, string second = "http://h:2", int rounds = 20, LoadProfile? profile = null)
    {
        Variant[] variants =
            [new("a", TestRequests.CreateMix("http://h:1"), []), new("b", TestRequests.CreateMix(second), [])];
        profile ??= new ClosedLoopProfile(1, StopCondition.AfterDuration(Second));
        return new ExperimentPlan(variants, variants[0], profile, rounds, Second, Second, Second, 2014, isDuet);
    }
}
