namespace TwoTier.Load.Engine;

/// <summary>
/// Sends load without an end to one variant at a time, so that an audience sees what happens when the variant or the
/// number of connections changes. It shows, and does not measure: the order is not random, and nothing is repeated. The
/// audience may ask for a proof of what it sees, for which the load makes room.
/// </summary>
internal sealed class StageRunner(
    IReadOnlyList<string> variants,
    ClosedLoopProfile profile,
    Func<string, RunContext> createContext,
    RunProgress progress)
{
    public const int MaxConnections = 1000;

    /// <summary>Those with unanswered requests to the variants before included.</summary>
    public const int MaxOpenConnections = 2 * MaxConnections;

    // A slow response to the last variant must not keep the next one from being shown.
    private static readonly TimeSpan LongestWaitForResponses = TimeSpan.FromMilliseconds(250);

    // Between the first request indices of two scenes.
    private const long IndexDistance = 10_000_000;

    private readonly Lock _gate = new();
    private readonly List<(Task Sending, int Connections)> _unanswered = [];
    private Scene _shown = new(variants[0], profile.Connections, IsProof: false);
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Variant => Volatile.Read(ref _shown).Variant;

    /// <summary>Shows another variant as soon as the last one has answered, or soon. Ends a proof.</summary>
    public bool TryShowVariant(string? name)
    {
        if (name is null || !variants.Contains(name))
            return false;
        Change(shown => shown with { Variant = name, IsProof = false });
        return true;
    }

    public bool TrySetConnections(int connections)
    {
        if (connections is < 1 or > MaxConnections)
            return false;
        Change(shown => shown with { Connections = connections, IsProof = false });
        return true;
    }

    public void SetProof(bool isProof) => Change(shown => shown with { IsProof = isProof });

    /// <summary>Shows the same variant afresh, so that earlier failures are no longer counted.</summary>
    public void ShowAgain()
    {
        lock (_gate)
        {
            if (!_shown.IsProof)
                _changed.TrySetResult();
        }
    }

    public async Task RunAsync(Func<string, int, CancellationToken, Task> prove, CancellationToken stop)
    {
        for (var number = 1; !stop.IsCancellationRequested; number++)
        {
            var (scene, changed) = await WaitForTurnAsync();
            using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
            var ended = Task.WhenAny(changed, Task.Delay(Timeout.Infinite, stop));
            if (scene.IsProof)
            {
                await WaitForAllAsync();
                var proof = prove(scene.Variant, scene.Connections, end.Token);
                await Task.WhenAny(proof, ended);
                await end.CancelAsync();
                await proof;
                SetProof(false);
                continue;
            }

            var sending = SendAsync(number, scene, end.Token);
            await Task.WhenAny(sending, ended);
            await end.CancelAsync();
            await Task.WhenAny(sending, Task.Delay(LongestWaitForResponses, CancellationToken.None));
            _unanswered.Add((sending, scene.Connections));
            if (sending.IsFaulted)
                break;
        }

        await WaitForAllAsync();
    }

    private Task WaitForAllAsync() => Task.WhenAll(_unanswered.Select(scene => scene.Sending));

    // Requests to the variants before may be unanswered for long, so their number is limited. What is chosen during the
    // wait counts.
    private async Task<(Scene Shown, Task Changed)> WaitForTurnAsync()
    {
        while (true)
        {
            _unanswered.RemoveAll(scene => scene.Sending.IsCompletedSuccessfully);
            lock (_gate)
            {
                if (_changed.Task.IsCompleted)
                    _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                if (_unanswered.Sum(scene => scene.Connections) + _shown.Connections <= MaxOpenConnections)
                    return (_shown, _changed.Task);
            }

            await await Task.WhenAny(_unanswered.Select(scene => scene.Sending));
        }
    }

    private Task SendAsync(int number, Scene scene, CancellationToken end)
    {
        var context = createContext(scene.Variant);
        var chosen = profile with { Connections = scene.Connections, StopCondition = default };
        var measurement = chosen.CreateMeasurement(context);
        measurement.Workers = scene.Connections;
        progress.StartStage(new ActiveStage(scene.Variant, ActiveStage.MeasuredStageName, number, measurement));
        return chosen.SendAsync(context, measurement, number * IndexDistance, end);
    }

    private void Change(Func<Scene, Scene> change)
    {
        lock (_gate)
        {
            var shown = change(_shown);
            if (shown == _shown)
                return;
            _shown = shown;
            _changed.TrySetResult();
        }
    }

    private sealed record Scene(string Variant, int Connections, bool IsProof);
}
