namespace TwoTier.Load.Cli.Commands;

internal sealed class CapacityCommand(ToolContext context) : ScenarioCommand(
    "capacity",
    "Search for the highest arrival rate at which the target meets service level objectives, with a confidence "
    + "interval.",
    CommandSet.Capacity)
{
    // A capacity search needs enough connections to overload the target, so the default is higher than that of a run.
    private const int StandardConnections = 100;
    private static readonly TimeSpan StandardTime = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan StandardWarmup = TimeSpan.FromSeconds(2);

    public override string Example =>
        "load capacity http://localhost:5100/api/customer/1 --pass 'p99 < 20ms'\n"
        + "  load capacity load/scenarios/smoke.yaml --pass 'p95 < 50ms' --within 5m";

    protected override Func<CancellationToken, Task<int>> Bind(Scenario scenario)
    {
        var limits = scenario.Checks.Limits;
        var objectives = scenario.Checks.Pass;
        scenario.Checks.RejectExpectedErrors();
        if (!scenario.Checks.IsGiven(nameof(CheckSettings.Pass)))
        {
            scenario.Values.Diagnostics.Add(
                scenario.Values.Location, "a capacity search needs objectives", "--pass 'p99 < 20ms, errors < 0.1%'");
        }

        if (!objectives.Any(objective => objective.IsAboutErrors))
            objectives = [.. objectives, Threshold.Parse($"errors <= {limits.MaxErrorShare * 100:0.######}%")];
        var load = new CapacityLoad(
            scenario.GetName("capacity"),
            scenario.Load.Connections ?? StandardConnections,
            scenario.Client.Streams,
            scenario.Checks.MaxBacklog,
            scenario.Load.Poisson,
            scenario.Run.Seed,
            objectives,
            limits);
        var processes = scenario.ReadProcesses();
        return interrupted => SearchAsync(scenario, load, processes, interrupted);
    }

    private async Task<int> SearchAsync(
        Scenario scenario,
        CapacityLoad load,
        IReadOnlyList<MonitoredProcess> processes,
        CancellationToken interrupted)
    {
        if (!scenario.Output.CanBeWritten(context))
            return ExitCode.UsageError;
        var requests = scenario.Requests.CreateMix();
        var within = scenario.Comparison.Within?.Time.Value ?? StandardTime;
        var warmupLength = scenario.Load.Warmup ?? StandardWarmup;
        OpenFileLimit.ThrowIfTooLow(load.Connections, requests.BaseUrls.Count);
        var description = scenario.Describe(requests, load.Name);
        await using var session = new MeasurementSession(
            context, scenario, load.Concurrency, interrupted);
        var progress = new RunProgress();
        var runner = new CapacityTrialRunner(
            load,
            session.CreateContext(requests),
            new UsageMeter(session.Scraper, processes, context.Time),
            () => session.CreateMachineMeter(requests.BaseUrls, processes),
            context.GetOwnCpuTime,
            progress);
        var warmup = await runner.WarmUpAsync(warmupLength, interrupted);
        if (warmup.Counters.Responses == 0 && !interrupted.IsCancellationRequested)
            throw TargetProbe.CreateException(requests, warmup);
        context.Screen.PrintLine($"  capacity   {string.Join(", ", load.Objectives)}, within "
            + $"{SignificantDigits.FormatSeconds(within.TotalSeconds)}, "
            + $"{LoadModel.Create(load.CreateProfile(1, warmupLength, 0)).FormatConnections()}");
        var search = new CapacitySearch(runner.MeasureAsync, within, context.Time);
        var plan = new RunResultBuilder(
            description, requests, [new Stage(null, load.CreateProfile(1, within, 0))], warmupLength);
        await session.StartEventsAsync(
            description.Name,
            progress,
            feed => new RunReporter(feed, plan, processes, load.Limits, progress, context.Time)
            {
                Workload = "search for the capacity",
            });
        var view = new LiveCapacityView(search, progress);
        view.PrintEachTrial(context.Screen);
        await session.RunWithProgressAsync(view.Describe, async stop =>
        {
            await search.RunAsync(warmup.Goodput ?? 1, stop);
            return true;
        });
        if (FindRepresentativeTrial(search) is not { } run)
        {
            await context.Error.WriteLineAsync("Stopped during the first trial. There is nothing to report.");
            return ExitCode.RunInterrupted;
        }

        var builder = new RunResultBuilder(description, requests, [run.Stages[0].Stage], warmupLength);
        run = run with
        {
            Target = await session.DescribeTargetsAsync([("", processes)]),
            Checks = CapacityChecks.Evaluate(search, load.Connections, processes),
            Thresholds =
            [
                .. load.Objectives.Select(objective => objective.Evaluate(run.Measurement.GetFigures())),
                // A trial can fail although it meets every objective: because its backlog grew.
                .. search.Trials.Any(trial => trial.Outcome == TrialOutcome.Succeeded)
                    ? (ThresholdResult[])[]
                    : [new ThresholdResult("a rate that holds", "none", false)],
            ],
            IsCutShort = interrupted.IsCancellationRequested,
        };
        var result = builder.Build(run);
        var variant = result.Variants[0] with
        {
            Capacity = CapacityResult.Create(search, load),
        };
        return await session.PublishAsync(
            result with { Variants = [variant] }, run.Started, run.Measurement.Counters.Latency);
    }

    // The result shows the figures of the fastest trial in which the target met the objectives, or of the slowest trial
    // if the target met them in none.
    private static RunResult? FindRepresentativeTrial(CapacitySearch search) =>
        (search.Trials.Where(trial => trial.Outcome == TrialOutcome.Succeeded).MaxBy(trial => trial.Rate)
            ?? search.Trials.MinBy(trial => trial.Rate))?.Run;
}
