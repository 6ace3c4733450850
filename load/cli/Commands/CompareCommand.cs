namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load compare</c>, which measures several variants of a request in randomized rounds.
/// </summary>
internal sealed class CompareCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "compare",
    "Measure variants of a request in randomized rounds, and report which ones differ, with confidence intervals.",
    OptionCatalog.CompareCommandKeys,
    OutputKeys.CompareCommandKeys)
{
    public override string Example =>
        "load compare -u http://127.0.0.1:5100/api/customer/1 \\\n"
        + "    --vary cache=none,memory,remote@http://127.0.0.1:5102 \\\n"
        + "    --monitor target --monitor database=http://127.0.0.1:5101\n"
        + "  load compare load/scenarios/strategies.yaml --rounds 15";

    protected override Func<CancellationToken, Task<int>>? Bind(ParsedScenario scenario) =>
        CompareOptions.Read(scenario) is { } options ? interrupted => CompareAsync(options, interrupted) : null;

    private async Task<int> CompareAsync(CompareOptions options, CancellationToken interrupted)
    {
        var (plan, time, timeout) = (options.Plan, context.Time, options.Scenario.Timeout);
        var requests = options.Scenario.Requests.CreateMix();
        var servers = plan.Variants.SelectMany(variant => variant.Requests.BaseUrls).Distinct().Count();
        OpenFileLimit.ThrowIfTooLow(plan.Profile.Concurrency / plan.Profile.Streams, servers);
        var description = options.Scenario.Describe(
            requests,
            "comparison",
            commandLine.Format(requests.Redactor),
            GetRepeatCommand(options.Output, requests));
        var planned = new ComparisonResultBuilder(description, plan, []).BuildPlannedResult(time.GetUtcNow());
        var earlier = await EarlierResult.ReadAsync(options, planned, interrupted);
        if (!options.Output.CanBeWritten(context) || earlier?.CanBeCompared(planned, context.Error) is false)
            return ExitCode.UsageError;
        await using var session = new MeasurementSession(
            context, options.Output, options.Scenario.Client, plan.Profile.Concurrency, interrupted);

        // The variants of a duet are loaded at the same time, so each has an HTTP client (connections) of its own.
        using var second = session.Sender.CreateSeparateSender(plan.Profile.Concurrency);
        if (!await new TargetProbe(session.Sender, context.Error, timeout).ProbeAllAsync(plan.Variants, interrupted))
            return interrupted.IsCancellationRequested ? ExitCode.RunInterrupted : ExitCode.TargetUnreachable;

        if (plan.HasPilot)
        {
            context.Screen.PrintLine("  pilot      chooses how long a trial lasts");
            var pilotStarted = time.GetTimestamp();
            var pilot = new SlicePilot(plan, CreateContext);
            if (await pilot.RunAsync(interrupted) is not { } chosen)
            {
                await context.Error.WriteLineAsync("The pilot was stopped, or got no response. There is nothing to report.");
                return interrupted.IsCancellationRequested ? ExitCode.RunInterrupted : ExitCode.TargetUnreachable;
            }

            plan = plan.WithPilot(chosen, time.GetElapsedTime(pilotStarted));
        }

        context.Screen.PrintLine(Describe(plan));
        var progress = new ComparisonProgress();
        await session.StartEventsAsync(
            description.Name,
            progress,
            feed => new ComparisonReporter(feed, description, plan, progress, time),
            new VariantMetrics(description.Name, plan, progress, time.GetUtcNow()));
        var started = time.GetUtcNow();
        var machine = session.CreateMachineMeter(
            plan.Variants.Select(variant => variant.Requests.BaseUrl), plan.Variants.SelectMany(one => one.Processes));
        var runner = new ComparisonRunner(
            plan,
            CreateContext,
            session.Scraper,
            machine,
            time,
            context.GetOwnCpuTime,
            progress);
        RoundLines.PrintRounds(context.Screen, plan, progress);
        var rounds = await session.RunWithProgressAsync(
            new LiveComparisonView(plan, progress, Environment.ProcessorCount, context.Screen.Width).Draw,
            runner.RunAsync);
        if (rounds.Count == 0)
        {
            await context.Error.WriteLineAsync("Stopped during the first round. There is nothing to report.");
            return ExitCode.RunInterrupted;
        }

        var settled = await runner.CoolDownAsync(session.StopToken);
        var targets = plan.Variants.Select(variant => (variant.Name, variant.Processes));
        var builder = new ComparisonResultBuilder(description, plan, progress.Warmups)
        {
            MetricsAfterCooldown = settled,
            Machine = machine.Summarize(),
            Target = await session.DescribeTargetsAsync([.. targets]),
        };
        var result = builder.Build(rounds, started, time.GetUtcNow());
        var compared = earlier?.Compare(result) ?? result;
        var exitCode = await session.PublishAsync(compared, started);
        await session.WaitForLastScrapeAsync();
        return earlier?.GetExitCode(compared, exitCode) ?? exitCode;

        RunContext CreateContext(Variant variant)
        {
            var created = session.CreateContext(variant.Requests, options.Scenario);
            return plan.IsDuet && variant != plan.Baseline ? created with { Sender = second } : created;
        }
    }

    private static string Describe(ExperimentPlan plan)
    {
        var slice = plan.PlannedTrialDuration is { TotalSeconds: var seconds }
            ? $" × {SignificantDigits.FormatSeconds(seconds)}"
            : "";
        var total = SignificantDigits.FormatSeconds(Math.Ceiling(plan.Duration.TotalSeconds));
        return $"  compare    {plan.Variants.Count} variants{(plan.IsDuet ? " at the same moment" : "")} × "
            + $"{plan.Rounds} shuffled rounds{slice}, "
            + $"{RunPartSummary.CreateModel(plan.Profile).FormatConnections()}, {plan.Profile.Description}, "
            + $"about {total} in total";
    }
}
