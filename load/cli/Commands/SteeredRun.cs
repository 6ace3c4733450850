using System.Text.Json;
using System.Text.Json.Serialization;
using TwoTier.Load.Events;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Load that does not end, to one variant at a time, which lines of standard input steer. Only a proof measures: it
/// compares the variant with the baseline.
/// </summary>
internal sealed class SteeredRun(ToolContext context, Scenario scenario, ExperimentPlan plan)
{
    public async Task<int> RunAsync(CancellationToken interrupted)
    {
        if (plan.Profile is not ClosedLoopProfile profile)
            throw new UserErrorException("--steer: error: the load must be a closed loop. Remove the rate");
        if (profile.Connections > StageRunner.MaxConnections)
        {
            throw new UserErrorException(
                $"--steer: error: {profile.Connections} connections are too many; "
                + $"expected {StageRunner.MaxConnections} at most. Try -c {StageRunner.MaxConnections}");
        }

        // Not disposed: the thread that reads the input cancels it at any time.
        var stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        var requests = scenario.Sent.CreateMix();
        var description = scenario.Describe(requests, "stage");
        await using var session = new MeasurementSession(
            context, scenario, StageRunner.MaxOpenConnections * profile.Streams, stop.Token);
        await new TargetProbe(session.Sender, scenario.Timeout).ProbeAllAsync(plan.Variants, stop.Token);

        var progress = new RunProgress();
        var runner = new StageRunner(
            [.. plan.Variants.Select(variant => variant.Name)],
            profile,
            name => session.CreateContext(Find(name).Requests),
            progress);
        var stage = new ComparisonEvents(description, plan, progress, context.Time);
        session.StartEvents(description.Name, progress, () => stage);
        context.Screen.PrintLine(
            $"  steered    {plan.Variants.Count} variants; {{\"stop\": true}} or Ctrl-C ends the load");
        context.Screen.PrintLine("             the figures are only shown; {\"proof\": true} saves a comparison");
        new Thread(() => Obey(runner, stop)) { IsBackground = true }.Start();
        await runner.RunAsync(ProveAsync, stop.Token);
        return session.End(ExitCode.Ok);

        // A comparison that was ended before its last round leaves no result, because the audience has not seen it.
        async Task ProveAsync(string variant, int connections, CancellationToken end)
        {
            var pair = plan.CreatePair(Find(variant), profile with { Connections = connections });
            var comparison = new ComparisonMeasurement(session, description, pair, session.CreateContext);
            session.ShowInEvents(() =>
                new ComparisonEvents(description, pair, comparison.Progress, context.Time));
            try
            {
                var rounds = await comparison.RunRoundsAsync(end);
                if (!end.IsCancellationRequested)
                    await session.PublishAsync(comparison.Complete(rounds), rounds.Turns);
            }
            catch (OperationCanceledException) when (end.IsCancellationRequested)
            {
                // The proof was ended during its first round.
            }

            await Task.Delay(Timeout.Infinite, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            session.ShowInEvents(() => stage);
        }

        Variant Find(string name) => plan.Variants.First(variant => variant.Name == name);
    }

    // Whoever closes the input has gone, and must not leave load behind.
    private void Obey(StageRunner stage, CancellationTokenSource stop)
    {
        while (context.Input.ReadLine() is { } line && SteeringLine.Parse(line) is var wanted and not { Stop: true })
        {
            if (Change(stage, wanted) is { } problem)
                context.Error.WriteLine($"--steer: error: {line}: {problem}");
        }

        stop.Cancel();
    }

    /// <returns>The reason why what a line wants cannot be done; null if it is done.</returns>
    private string? Change(StageRunner stage, SteeringLine? wanted)
    {
        switch (wanted)
        {
            case { Variant: { } variant }:
                return stage.TryShowVariant(variant) ? null : "there is no variant of this name";
            case { Connections: { } connections }:
                return stage.TrySetConnections(connections)
                    ? null
                    : $"the connections must be 1 to {StageRunner.MaxConnections}";
            case { Proof: true } when stage.Variant == plan.Baseline.Name:
                return $"show another variant first: a proof compares it with {plan.Baseline.Name}";
            case { Proof: { } isProof }:
                stage.SetProof(isProof);
                return null;
            case { Again: true }:
                stage.ShowAgain();
                return null;
            default:
                return "expected variant, connections, proof, again or stop";
        }
    }
}

/// <summary>A line of standard input: one thing that somebody who shows the run wants.</summary>
internal sealed record SteeringLine(string? Variant, int? Connections, bool? Proof, bool? Again, bool? Stop)
{
    public static SteeringLine? Parse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, SteeringJson.Default.SteeringLine);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(SteeringLine))]
internal sealed partial class SteeringJson : JsonSerializerContext;
