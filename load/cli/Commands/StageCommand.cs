namespace TwoTier.Load.Cli.Commands;

internal sealed class StageCommand(ToolContext context) : ScenarioCommand(
    "stage",
    "Send load until stopped. On the live page of the program 'show', keys 1 to 9 and 0 choose another variant of the "
    + "request, and the arrows change the number of connections. None of this is measured. Key V compares the variant "
    + "with the baseline, in rounds, and writes the result.",
    CommandSet.Stage)
{
    public override string Example =>
        "load stage -u http://127.0.0.1:5100/api/customer/1 --vary cache=none,memory";

    protected override bool ComparesUrls => true;

    protected override Func<CancellationToken, Task<int>>? Bind(Scenario scenario) =>
        new ComparisonReader(scenario).ReadPlan(hasTimeLimit: false) is { } plan
            ? interrupted => ShowAsync(context.ForResultsIn(scenario.Output.Out), scenario, plan, interrupted)
            : null;

    private static async Task<int> ShowAsync(
        ToolContext context, Scenario scenario, ExperimentPlan plan, CancellationToken interrupted)
    {
        if (plan.Profile is not ClosedLoopProfile profile)
            throw new UserErrorException("load stage: error: the load must be a closed loop. Remove the rate");
        if (profile.Connections > StageRunner.MaxConnections)
        {
            throw new UserErrorException(
                $"load stage: error: {profile.Connections} connections are too many; "
                + $"expected {StageRunner.MaxConnections} at most. Try -c {StageRunner.MaxConnections}");
        }

        if (scenario.Output.EventUrl is { } url && !ListeningAddress.IsLoopback(url))
        {
            throw new UserErrorException(
                $"--events: error: load stage is controlled at this address, so it needs a loopback address, not {url}");
        }

        if (!scenario.Output.CanBeWritten(context))
            return ExitCode.UsageError;
        var requests = scenario.Requests.CreateMix();
        var description = scenario.Describe(requests, "stage");
        await using var session = new MeasurementSession(
            context, scenario, StageRunner.MaxOpenConnections * profile.Streams, interrupted);
        await new TargetProbe(session.Sender, scenario.Connection.Timeout).ProbeAllAsync(plan.Variants, interrupted);

        var progress = new RunProgress();
        var runner = new StageRunner(
            [.. plan.Variants.Select(variant => variant.Name)],
            profile,
            name => session.CreateContext(Find(name).Requests),
            progress);
        var stage = default(StageReporter);
        await session.StartEventsAsync(
            description.Name,
            progress,
            feed => stage = new StageReporter(feed, description, plan, progress, context.Time),
            changeStage: wanted => Change(runner, plan.Baseline.Name, wanted));
        context.Screen.PrintLine($"  stage      {plan.Variants.Count} variants for the keys of its page; Ctrl-C ends it");
        context.Screen.PrintLine("             shown, not measured: only key V measures");
        await runner.RunAsync(ProveAsync, session.StopToken);
        return ExitCode.Ok;

        // A comparison that was ended before its last round leaves no result, because the audience has not seen it.
        async Task ProveAsync(string variant, int connections, CancellationToken end)
        {
            var pair = plan.CreatePair(Find(variant), profile with { Connections = connections });
            var comparison = new ComparisonMeasurement(session, description, pair, session.CreateContext);
            session.ShowInEvents(feed =>
                new ComparisonReporter(feed, description, pair, comparison.Progress, context.Time));
            try
            {
                var rounds = await comparison.RunRoundsAsync(end);
                if (!end.IsCancellationRequested)
                    await session.PublishAsync(await comparison.CompleteAsync(rounds, end), comparison.Started);
            }
            catch (OperationCanceledException) when (end.IsCancellationRequested)
            {
                // The proof was ended during its first round.
            }

            await Task.Delay(Timeout.Infinite, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            session.ShowInEvents(_ => stage!);
        }

        Variant Find(string name) => plan.Variants.First(variant => variant.Name == name);
    }

    /// <returns>The reason why what a request wants cannot be done; null if it is done.</returns>
    private static string? Change(StageRunner stage, string baseline, ControlRequest wanted)
    {
        switch (wanted)
        {
            case { Variant: { } variant }:
                return stage.TryShowVariant(variant) ? null : "There is no variant of this name.";
            case { Connections: { } connections }:
                return stage.TrySetConnections(connections)
                    ? null
                    : $"The connections must be 1 to {StageRunner.MaxConnections}.";
            case { Proof: true } when stage.Variant == baseline:
                return $"Show another variant first: it is compared with {baseline}.";
            case { Proof: { } isProof }:
                stage.SetProof(isProof);
                return null;
            case { Again: true }:
                stage.ShowAgain();
                return null;
            default:
                return "Expected note, stop, variant, connections, proof or again.";
        }
    }
}
