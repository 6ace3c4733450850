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
        var plan = options.Plan;
        var requests = options.Scenario.Requests.CreateMix();
        var servers = plan.Variants.SelectMany(variant => variant.Requests.BaseUrls).Distinct().Count();
        OpenFileLimit.ThrowIfTooLow(plan.Profile.Concurrency / plan.Profile.Streams, servers);
        var description = options.Scenario.Describe(
            requests,
            "comparison",
            commandLine.Format(requests.Redactor),
            GetRepeatCommand(options.Output, requests));
        var planned = new ComparisonResultBuilder(description, plan, []).BuildPlannedResult(context.Time.GetUtcNow());
        var earlier = await EarlierResult.ReadAsync(options, planned, interrupted);
        if (!options.Output.CanBeWritten(context) || earlier?.CanBeCompared(planned, context.Error) is false)
            return ExitCode.UsageError;
        await using var session = new MeasurementSession(
            context, options.Output, options.Scenario.Client, plan.Profile.Concurrency, interrupted);

        using var comparison = new ComparisonMeasurement(
            session, description, plan, requests => session.CreateContext(requests, options.Scenario));
        await comparison.ProbeAsync(interrupted);
        if (plan.HasPilot)
        {
            context.Screen.PrintLine("  pilot      chooses how long a trial lasts");
            await comparison.RunPilotAsync(interrupted);
            plan = comparison.Plan;
        }

        context.Screen.PrintLine(Describe(plan));
        var progress = comparison.Progress;
        await session.ServeAsync(
            description.Name,
            progress,
            feed => new ComparisonReporter(feed, description, plan, progress, context.Time),
            new VariantMetrics(description.Name, plan, progress, context.Time.GetUtcNow()));
        RoundLines.PrintRounds(context.Screen, plan, progress);
        var rounds = await session.RunWithProgressAsync(
            new LiveComparisonView(plan, progress, Environment.ProcessorCount, context.Screen.Width).Draw,
            comparison.RunRoundsAsync);
        var result = await comparison.CompleteAsync(rounds, session.StopToken);
        var compared = earlier?.Compare(result) ?? result;
        var exitCode = await session.PublishAsync(compared, comparison.Started);
        await session.ServeUntilClosedAsync();
        return earlier?.GetExitCode(compared, exitCode) ?? exitCode;
    }

    private static string Describe(ExperimentPlan plan)
    {
        var slice = plan.PlannedTrialDuration is { TotalSeconds: var seconds }
            ? $" × {SignificantDigits.FormatSeconds(seconds)}"
            : "";
        var total = SignificantDigits.FormatSeconds(Math.Ceiling(plan.Duration.TotalSeconds));
        return $"  compare    {plan.Variants.Count} variants{(plan.IsDuet ? " at the same moment" : "")} × "
            + $"{plan.Rounds} shuffled rounds{slice}, "
            + $"{LoadModel.Create(plan.Profile).FormatConnections()}, {plan.Profile.Description}, "
            + $"about {total} in total";
    }
}
