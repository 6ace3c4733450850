namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load compare</c>, which measures several variants of a request in randomized rounds.
/// </summary>
internal sealed class CompareCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "compare",
    "Measure variants of a request in randomized rounds, and report which ones differ, with confidence intervals.",
    CommandSet.Compare)
{
    public override string Example =>
        "load compare http://127.0.0.1:5100/customer/1 http://127.0.0.1:5102/customer/1\n"
        + "  load compare http://127.0.0.1:5100/customer/1 --vary cache=none,memory\n"
        + "  load compare load/scenarios/strategies.yaml --rounds 15";

    protected override bool ComparesUrls => true;

    protected override Func<CancellationToken, Task<int>>? Bind(Scenario scenario) =>
        new ComparisonReader(scenario).ReadPlan() is { } plan
            ? interrupted => CompareAsync(scenario, plan, interrupted)
            : null;

    private async Task<int> CompareAsync(Scenario scenario, ExperimentPlan plan, CancellationToken interrupted)
    {
        var (time, timeout) = (context.Time, scenario.Connection.Timeout);
        var requests = scenario.Requests.CreateMix();
        var servers = plan.Variants.SelectMany(variant => variant.Requests.BaseUrls).Distinct().Count();
        OpenFileLimit.ThrowIfTooLow(plan.Profile.Concurrency / plan.Profile.Streams, servers);
        var description = scenario.Describe(requests, "comparison", commandLine);
        var earlier = scenario.Comparison.Against is { } path ? Result.Read(path) : null;
        if (!scenario.Output.CanBeWritten(context) || !CanBeComparedWith(earlier))
            return ExitCode.UsageError;
        await using var session = new MeasurementSession(
            context, scenario, plan.Profile.Concurrency, interrupted);

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
        await session.ServeAsync(
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
        if (earlier is not null)
            result = result with { ComparisonWithEarlier = BaselineComparison.Compare(earlier, result) };
        var exitCode = await session.PublishAsync(result, started);
        await session.ServeUntilClosedAsync();
        return exitCode;

        // Checks that both comparisons have the same conditions, before minutes are spent on measuring.
        bool CanBeComparedWith(Result? result)
        {
            if (result is null)
                return true;
            var planned = new ComparisonResultBuilder(description, plan, []).BuildPlannedResult(time.GetUtcNow());
            var reasons = BaselineComparison.GetRejectionReasons(
                scenario.Comparison.Against!, result, planned, isForced: false);
            foreach (var reason in reasons)
                context.Error.WriteLine(reason);
            return reasons.Count == 0;
        }

        RunContext CreateContext(Variant variant)
        {
            var created = session.CreateContext(variant.Requests);
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
