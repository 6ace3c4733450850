namespace TwoTier.Load.Cli.Commands;

/// <summary>Load that does not end, to one variant at a time, which lines of standard input steer.</summary>
internal sealed class SteeredRun(ToolContext context, Scenario scenario, ExperimentPlan plan)
{
    public async Task<int> RunAsync(CancellationToken interrupted)
    {
        if (plan.Profile is not ClosedLoopProfile profile)
            throw new UserErrorException("--steer: error: the load must be a closed loop. Remove the rate");
        if (profile.Connections > SteeredLoad.MaxConnections)
        {
            throw new UserErrorException(
                $"--steer: error: {profile.Connections} connections are too many; "
                + $"expected {SteeredLoad.MaxConnections} at most. Try -c {SteeredLoad.MaxConnections}");
        }

        // Not disposed: the thread that reads the input cancels it at any time.
        var stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        var description = scenario.Describe(scenario.Sent.CreateMix(), "stage");
        await using var session = new MeasurementSession(
            context, scenario, SteeredLoad.MaxOpenConnections * profile.Streams, stop.Token);
        await new TargetProbe(session.Sender, scenario.Timeout).ProbeAllAsync(plan.Variants, stop.Token);
        var load = new SteeredLoad(
            session,
            description,
            plan,
            profile,
            session.CreateContext,
            (result, turns) => session.PublishAsync(result, turns));
        session.StartEvents(description.Name, load.Source);
        context.Screen.PrintLine(
            $"  steered    {plan.Variants.Count} variants; {{\"stop\": true}} or Ctrl-C ends the load");
        context.Screen.PrintLine("             the figures are only shown; {\"proof\": true} saves a comparison");
        await load.RunAsync(
            context.Input, problem => context.Error.WriteLine($"--steer: error: {problem}"), stop);
        return session.End(ExitCode.Ok);
    }
}
