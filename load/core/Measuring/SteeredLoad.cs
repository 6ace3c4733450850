using TwoTier.Load.Events;

namespace TwoTier.Load.Measuring;

/// <summary>
/// Sends load without an end to one variant at a time, which lines of JSON steer, so that an audience sees what happens
/// when the variant or the number of connections changes. It shows, and does not measure: the order is not random, and
/// nothing is repeated. Only a proof of what the audience sees, for which the load makes room, compares the variant with
/// the baseline.
/// </summary>
internal sealed class SteeredLoad(
    LoadSession session,
    RunDescription description,
    ExperimentPlan plan,
    Func<Result, Task> publish,
    Func<string, Variant?>? find = null)
{
    public const int MaxConnections = 1000;

    // A slow response to the last variant must not keep the next one from being shown.
    private static readonly TimeSpan LongestWaitForResponses = TimeSpan.FromMilliseconds(250);

    // Between the first request indices of two scenes.
    private const long IndexDistance = 10_000_000;

    private readonly ClosedLoopProfile _profile = GetProfile(plan);
    private readonly Lock _gate = new();
    private Scene _shown = new(plan.Variants[0], plan.Profile.Connections, IsProof: false);
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public EventSource Source { get; } = EventSource.FromStage(description, plan);

    /// <summary>Gets the most connections.</summary>
    /// <exception cref="ParseException">The load cannot be steered.</exception>
    public static int GetMaxConnections(ExperimentPlan plan) => Math.Max(MaxConnections, GetProfile(plan).Connections);

    private static ClosedLoopProfile GetProfile(ExperimentPlan plan) =>
        plan.Profile is ClosedLoopProfile { Connections: <= MaxConnections } profile
            ? profile
            : throw ParseException.Create(plan.Profile is ClosedLoopProfile
                ? $"{plan.Profile.Connections} connections are too many; expected {MaxConnections} at most"
                : "the load must be a closed loop. Remove the rate").At(new SourceSpan("", "--steer"));

    /// <summary>Sends load until the input ends or has the line {"stop":true}, or the source is cancelled.</summary>
    public async Task RunAsync(TextReader input, Action<string> reportProblem, CancellationTokenSource stopSource)
    {
        var stop = stopSource.Token;
        new Thread(() => Obey(input, reportProblem, stopSource)) { IsBackground = true }.Start();
        for (var number = 1; !stop.IsCancellationRequested; number++)
        {
            var (scene, changed) = BeginScene();
            using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
            var sending = scene.IsProof ? ProveAsync(scene, end.Token) : SendAsync(number, scene, end.Token);
            await Task.WhenAny(sending, changed, Task.Delay(Timeout.Infinite, stop));
            await end.CancelAsync();
            await sending;
            if (!scene.IsProof)
                continue;
            lock (_gate)
                Show(_shown with { IsProof = false });
        }
    }

    private (Scene Shown, Task Changed) BeginScene()
    {
        lock (_gate)
        {
            if (_changed.Task.IsCompleted)
                _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return (_shown, _changed.Task);
        }
    }

    private async Task SendAsync(int number, Scene scene, CancellationToken end)
    {
        using var abort = new CancellationTokenSource();
        await using var ending = end.UnsafeRegister(_ => abort.CancelAfter(LongestWaitForResponses), null);
        var context = session.CreateContext(scene.Variant.Requests) with { AbortToken = abort.Token };
        var chosen = _profile with { Connections = scene.Connections, StopCondition = default };
        var measurement = chosen.CreateMeasurement(context);
        Source.Progress.StartStage(
            new ActiveStage(scene.Variant.Name, ActiveStage.MeasuredStageName, number, measurement)
            {
                Processes = scene.Variant.Processes,
                Connections = scene.Connections,
            });
        await chosen.SendAsync(context, measurement, number * IndexDistance, end);
    }

    // A comparison that was ended before its last round leaves no result, because the audience has not seen it.
    private async Task ProveAsync(Scene scene, CancellationToken end)
    {
        var pair = plan.CreatePair(scene.Variant, _profile with { Connections = scene.Connections });
        var comparison = new ComparisonRunner(session, description, pair);
        session.Events?.Show(comparison.Source);
        try
        {
            var rounds = await comparison.RunAsync(end);
            if (!end.IsCancellationRequested)
                await publish(comparison.Complete(rounds));
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            // The proof was ended during its first round.
        }

        await Task.Delay(Timeout.Infinite, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        session.Events?.Show(Source);
    }

    // Whoever closes the input has gone, and must not leave load behind.
    private void Obey(TextReader input, Action<string> reportProblem, CancellationTokenSource stop)
    {
        while (input.ReadLine() is { } line && SteeringLine.Parse(line) is var wanted and not { Stop: true })
        {
            if (Change(wanted) is { } problem)
                reportProblem($"{line}: {problem}");
        }

        stop.Cancel();
    }

    /// <returns>The reason why what a line wants cannot be done; null if it is done.</returns>
    private string? Change(SteeringLine? wanted)
    {
        lock (_gate)
        {
            return wanted switch
            {
                { Variant: { } name } => Find(name) is { } variant
                    ? Show(_shown with { Variant = variant, IsProof = false })
                    : "there is no variant of this name",
                { Connections: >= 1 and <= MaxConnections and var connections } =>
                    Show(_shown with { Connections = connections, IsProof = false }),
                { Connections: not null } => $"the connections must be 1 to {MaxConnections}",
                { Proof: true } when _shown.Variant == plan.Baseline =>
                    $"show another variant first: a proof compares it with {plan.Baseline.Name}",
                { Proof: { } isProof } => Show(_shown with { IsProof = isProof }),
                // Earlier failures are no longer counted then.
                { Again: true } => Show(_shown, isAgain: !_shown.IsProof),
                _ => "expected variant, connections, proof, again or stop",
            };
        }
    }

    // Events have a plan, which has no variants of queries.
    private Variant? Find(string name) =>
        plan.Variants.FirstOrDefault(variant => variant.Name == name)
        ?? (session.Events is null ? find?.Invoke(name) : null);

    private string? Show(Scene scene, bool isAgain = false)
    {
        if (scene != _shown || isAgain)
            _changed.TrySetResult();
        _shown = scene;
        return null;
    }

    private sealed record Scene(Variant Variant, int Connections, bool IsProof);
}

/// <summary>A line of JSON: one thing that somebody who shows the load wants.</summary>
internal sealed record SteeringLine(string? Variant, int? Connections, bool? Proof, bool? Again, bool? Stop)
{
    /// <returns>Null for what is no such line.</returns>
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
