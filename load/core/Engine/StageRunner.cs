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
    /// <summary>The highest number of connections that can be chosen.</summary>
    public const int MaxConnections = 1000;

    /// <summary>
    /// The highest number of connections at a time, those with unanswered requests to the variants before included.
    /// </summary>
    public const int MaxOpenConnections = 2 * MaxConnections;

    // A slow response to the last variant must not keep the next one from being shown.
    private static readonly TimeSpan LongestWaitForResponses = TimeSpan.FromMilliseconds(250);

    // The distance between the first request indices of two variants that are shown one after the other.
    private const long IndexDistance = 10_000_000;

    private readonly Lock _gate = new();
    private readonly List<(Task Sending, int Connections)> _unanswered = [];
    private Scene _shown = new(variants[0], profile.Connections, IsProof: false);
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The name of the variant that is shown.</summary>
    public string Variant
    {
        get
        {
            lock (_gate)
                return _shown.Variant;
        }
    }

    /// <summary>
    /// Shows another variant as soon as the requests under way have been answered, or after a quarter of a second. Ends
    /// a proof.
    /// </summary>
    public bool TryShowVariant(string? name)
    {
        if (name is null || !variants.Contains(name))
            return false;
        Change(shown => shown with { Variant = name, IsProof = false });
        return true;
    }

    /// <summary>Changes the number of connections. Ends a proof.</summary>
    public bool TrySetConnections(int connections)
    {
        if (connections is < 1 or > MaxConnections)
            return false;
        Change(shown => shown with { Connections = connections, IsProof = false });
        return true;
    }

    /// <summary>Makes room for a proof, or ends it and goes on to show.</summary>
    public void SetProof(bool isProof) => Change(shown => shown with { IsProof = isProof });

    /// <summary>Begins to show the same variant afresh, so that earlier failures are no longer counted.</summary>
    public void ShowAgain()
    {
        lock (_gate)
        {
            if (!_shown.IsProof)
                _changed.TrySetResult();
        }
    }

    /// <summary>Sends load until the token is cancelled.</summary>
    public async Task RunAsync(Func<string, int, CancellationToken, Task> prove, CancellationToken stop)
    {
        for (var number = 1; !stop.IsCancellationRequested; number++)
        {
            var (scene, changed) = await WaitForTurnAsync();
            using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
            var ended = Task.WhenAny(changed, Task.Delay(Timeout.Infinite, stop));
            if (scene.IsProof)
            {
                await Task.WhenAll(_unanswered.Select(one => one.Sending));
                var proof = prove(scene.Variant, scene.Connections, end.Token);
                await Task.WhenAny(proof, ended);
                await end.CancelAsync();
                await proof;
                SetProof(false);
                continue;
            }

            var sending = SendAsync(number, scene.Variant, scene.Connections, end.Token);
            await Task.WhenAny(sending, ended);
            await end.CancelAsync();
            await Task.WhenAny(sending, Task.Delay(LongestWaitForResponses, CancellationToken.None));
            _unanswered.Add((sending, scene.Connections));
            if (sending.IsFaulted)
                break;
        }

        await Task.WhenAll(_unanswered.Select(scene => scene.Sending));
    }

    // Requests to the variants before may be unanswered for long, so their number is limited. What is chosen during the
    // wait counts.
    private async Task<(Scene Shown, Task Changed)> WaitForTurnAsync()
    {
        while (true)
        {
            _unanswered.RemoveAll(scene => scene.Sending.IsCompletedSuccessfully);
            var chosen = Read();
            if (_unanswered.Sum(scene => scene.Connections) + chosen.Shown.Connections <= MaxOpenConnections)
                return chosen;
            await await Task.WhenAny(_unanswered.Select(scene => scene.Sending));
        }
    }

    private Task SendAsync(int scene, string variant, int connections, CancellationToken end)
    {
        var context = createContext(variant);
        var chosen = profile with { Connections = connections, StopCondition = default };
        var measurement = chosen.CreateMeasurement(context);
        measurement.Workers = connections;
        progress.StartStage(new ActiveStage(variant, ActiveStage.MeasuredStageName, scene, measurement));
        return chosen.SendAsync(context, measurement, scene * IndexDistance, end);
    }

    private (Scene Shown, Task Changed) Read()
    {
        lock (_gate)
        {
            if (_changed.Task.IsCompleted)
                _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return (_shown, _changed.Task);
        }
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

    /// <summary>A scene of the show: a variant under load, or the proof of it.</summary>
    private sealed record Scene(string Variant, int Connections, bool IsProof);
}
