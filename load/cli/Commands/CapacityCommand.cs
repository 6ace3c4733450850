namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load capacity</c>, which searches the highest arrival rate at which the target meets objectives.
/// </summary>
internal sealed class CapacityCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "capacity",
    "Search the highest arrival rate at which the target meets service level objectives, with a confidence interval.",
    OptionCatalog.CapacityCommandKeys,
    OutputKeys.CapacityCommandKeys)
{
    public override string Example =>
        "load capacity -u http://127.0.0.1:5100/api/customer/1 --slo 'p99 < 20ms, errors < 0.1%'\n"
        + "  load capacity load/scenarios/smoke.yaml --slo 'p95 < 50ms' --poisson --within 5m";

    protected override Func<CancellationToken, Task<int>> Bind(ParsedScenario scenario)
    {
        var options = CapacityOptions.Read(scenario);
        return interrupted => SearchAsync(options, interrupted);
    }

    private async Task<int> SearchAsync(CapacityOptions options, CancellationToken interrupted)
    {
        if (!options.Output.CanBeWritten(context))
            return ExitCode.UsageError;
        var requests = options.Scenario.Requests.CreateMix();
        OpenFileLimit.ThrowIfTooLow(options.Load.Connections, requests.BaseUrls.Count);
        var description = options.Scenario.Describe(
            requests,
            options.Load.Name,
            commandLine.Format(requests.Redactor),
            GetRepeatCommand(options.Output, requests));
        await using var session = new MeasurementSession(
            context, options.Output, options.Scenario.Client, options.Load.Concurrency, interrupted);
        var progress = new RunProgress();
        var runner = new CapacityTrialRunner(
            options.Load,
            session.CreateContext(requests, options.Scenario),
            new UsageMeter(session.Scraper, options.Processes, context.Time),
            () => session.CreateMachineMeter(requests.BaseUrls, options.Processes),
            context.GetOwnCpuTime,
            progress);
        var warmup = await runner.WarmUpAsync(options.Warmup, interrupted);
        if (warmup.Counters.Responses == 0 && !interrupted.IsCancellationRequested)
            throw TargetProbe.CreateException(requests, warmup);
        context.Screen.PrintLine($"  capacity   {string.Join(", ", options.Load.Objectives)}, within "
            + $"{SignificantDigits.FormatSeconds(options.Plan.Within.TotalSeconds)}, "
            + $"{LoadModel.Create(options.Load.CreateProfile(1, options.Warmup, 0)).FormatConnections()}");
        var search = new CapacitySearch(runner.MeasureAsync, options.Plan, context.Time);
        var lines = new CapacityLines(search, options.Plan, progress);
        lines.PrintEachTrial(context.Screen);
        await session.RunWithProgressAsync(lines.Draw, async stop =>
        {
            await search.RunAsync(warmup.Goodput ?? 1, stop);
            return true;
        });
        return await ReportAsync(options, description, search, session, interrupted);
    }

    private async Task<int> ReportAsync(
        CapacityOptions options,
        RunDescription description,
        CapacitySearch search,
        MeasurementSession session,
        CancellationToken interrupted)
    {
        if (FindRepresentativeTrial(search) is not { } run)
        {
            await context.Error.WriteLineAsync("Stopped during the first trial. There is nothing to report.");
            return ExitCode.RunInterrupted;
        }

        var requests = options.Scenario.Requests.CreateMix();
        var builder = new RunResultBuilder(description, requests, [run.Stages[0].Stage], options.Warmup);
        run = run with
        {
            Target = await session.DescribeTargetsAsync([("", options.Processes)]),
            Checks = CapacityChecks.Evaluate(search, options.Load.Connections, options.Processes),
            Thresholds =
            [
                .. options.Load.Objectives.Select(objective => objective.Evaluate(run.Measurement.GetFigures())),
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
            Capacity = CapacityResult.Create(search, options.Load, options.Plan),
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
