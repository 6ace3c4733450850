namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The command <c>load stage</c>, which shows variants of a request under load that does not end. Only a proof of what
/// is shown, which compares it with the baseline, is measured and writes a result.
/// </summary>
internal sealed class StageCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "stage",
    "Show variants of a request under load that does not end, on a page whose keys 1 to 9 and 0 swap them, whose "
    + "arrows change the number of connections, and whose key K kills a service. Nothing of that is measured. Key V "
    + "compares the variant with the baseline, in rounds, and writes the result.",
    OptionCatalog.StageCommandKeys,
    [LiveKeys.ServeAddress, LiveKeys.KilledService, OutputKeys.Folder])
{
    public override string Example =>
        "load stage -u http://127.0.0.1:5100/api/customer/1 --vary cache=none,memory";

    protected override Func<CancellationToken, Task<int>>? Bind(ParsedScenario scenario)
    {
        var killed = scenario.Values.GetValue(LiveKeys.KilledService);
        return CompareOptions.Read(scenario) is { } options
            ? interrupted => ShowAsync(options, killed, interrupted)
            : null;
    }

    private async Task<int> ShowAsync(CompareOptions options, ServiceAddress? killed, CancellationToken interrupted)
    {
        var plan = options.Plan;
        if (plan.Profile is not ClosedLoopProfile profile)
            throw new UserErrorException("load stage: error: the load is a closed loop. Remove the rate");
        if (profile.Connections > StageRunner.MaxConnections)
        {
            throw new UserErrorException(
                $"load stage: error: {profile.Connections} connections are too many; "
                + $"expected {StageRunner.MaxConnections} at most. Try -c {StageRunner.MaxConnections}");
        }

        var output = options.Output with { Serve = LiveOptions.CreateForStage(options.Output.Serve) };
        if (!output.CanBeWritten(context))
            return ExitCode.UsageError;
        var requests = options.Scenario.Requests.CreateMix();
        var description = options.Scenario.Describe(
            requests,
            "stage",
            commandLine.Format(requests.Redactor),
            GetRepeatCommand(output, requests));
        await using var session = new MeasurementSession(
            context, output, options.Scenario.Client, StageRunner.MaxOpenConnections * profile.Streams, interrupted);
        await new TargetProbe(session.Sender, options.Scenario.Timeout).ProbeAllAsync(plan.Variants, interrupted);

        var progress = new RunProgress();
        var runner = new StageRunner(
            [.. plan.Variants.Select(variant => variant.Name)], profile, name => CreateContext(Find(name)), progress);
        using var service = killed is null ? null : new StageService(killed);
        var control = new StageControl(runner, plan.Baseline.Name, service);
        await session.ServeAsync(
            description.Name,
            progress,
            feed => control.Shown = new StageReporter(feed, description, plan, progress, context.Time)
            {
                DescribeStage = control.Describe,
            },
            mapMore: control.Map);
        var stage = control.Shown!;
        context.Screen.PrintLine(
            $"  stage      {plan.Variants.Count} variants: 1 to 9 and 0 swap them, arrows change the connections");
        if (service is not null)
            context.Screen.PrintLine($"             K kills {service.Name}, and starts it again");
        context.Screen.PrintLine($"             V compares the variant with {plan.Baseline.Name}, and goes back");
        context.Screen.PrintLine("             Ctrl-C ends the load");
        context.Screen.PrintLine("             shown, not measured: only V measures");
        await runner.RunAsync(ProveAsync, session.StopToken);
        return ExitCode.Ok;

        async Task ProveAsync(string variant, int connections, CancellationToken end)
        {
            var pair = plan.CreatePair(Find(variant), profile with { Connections = connections });
            var rounds = new ComparisonProgress();
            session.ShowOnPage(
                feed => control.Shown = new ComparisonReporter(feed, description, pair, rounds, context.Time)
                {
                    DescribeStage = control.Describe,
                });
            await MeasureAsync(session, description, pair, rounds, CreateContext, end);
            await Task.Delay(Timeout.Infinite, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            session.ShowOnPage(_ => control.Shown = stage);
        }

        Variant Find(string name) => plan.Variants.First(variant => variant.Name == name);

        RunContext CreateContext(Variant variant) => session.CreateContext(variant.Requests, options.Scenario);
    }

    // A comparison that was ended before its last round leaves no result, because the audience has not seen it.
    private async Task MeasureAsync(
        MeasurementSession session,
        RunDescription description,
        ExperimentPlan pair,
        ComparisonProgress progress,
        Func<Variant, RunContext> createContext,
        CancellationToken end)
    {
        var started = context.Time.GetUtcNow();
        var machine = session.CreateMachineMeter(
            pair.Variants.Select(variant => variant.Requests.BaseUrl), pair.Variants.SelectMany(one => one.Processes));
        var runner = new ComparisonRunner(
            pair, createContext, session.Scraper, machine, context.Time, context.GetOwnCpuTime, progress);
        var rounds = await runner.RunAsync(end);
        if (end.IsCancellationRequested)
            return;
        var builder = new ComparisonResultBuilder(description, pair, progress.Warmups)
        {
            Machine = machine.Summarize(),
            Target = await session.DescribeTargetsAsync(
                [.. pair.Variants.Select(variant => (variant.Name, variant.Processes))]),
        };
        await session.PublishAsync(builder.Build(rounds, started, context.Time.GetUtcNow()), started);
    }
}
