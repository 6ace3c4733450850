using System.Collections.Concurrent;
using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>The performance of an act. While the room sees the question, its services start and become warm.</summary>
internal sealed class ActPerformance : IAsyncDisposable
{
    private readonly Act _act;
    private readonly CancellationToken _stop;
    private readonly string _folder;
    private readonly TestbedEnvironment _environment;
    private readonly ActServices _services;
    private readonly ConcurrentQueue<string> _events = [];

    public ActPerformance(Act act, string results, CancellationToken stop)
    {
        (_act, _stop) = (act, stop);
        // Each performance has a new folder, because the load tool never overwrites a result.
        _folder = Path.Combine(results, $"{act.Name}-{Guid.NewGuid():N}"[..(act.Name.Length + 9)]);
        _environment = new TestbedEnvironment(stop);
        _services = new ActServices(_environment);
        Cues = new ActCues(act.File.Cues, _services.Change);
    }

    public ActCues Cues { get; }

    /// <summary>The events of the run, as they come.</summary>
    public IReadOnlyCollection<string> Events => _events;

    /// <summary>The events of the run up to its outcome.</summary>
    public IReadOnlyList<string> Recording { get; private set; } = [];

    /// <summary>Starts the services of the act, and warms them up.</summary>
    public async Task PrepareAsync()
    {
        foreach (var service in _act.File.Services)
            await _services.StartAsync(service);
        var line = _services.InsertAddresses(_act.File.Load!);
        if (ActCommand.CreateWarmUp(_act, line, Path.Combine(_folder, "warm-up")) is { } command)
            await command.RunAsync(_stop);
    }

    /// <summary>Runs the load.</summary>
    /// <param name="isTimed">Whether the cues come after their times, and a stage ends with its proof.</param>
    /// <param name="found">Receives what came out: at the end, or for a stage after its proof.</param>
    public async Task RunAsync(bool isTimed, Action<ActOutcome> found)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(_stop);
        var cues = isTimed ? Cues.DoAllAsync(end.Token) : Task.CompletedTask;
        await ActCommand.Create(_act, _services.InsertAddresses(_act.File.Load!), _folder)
            .FollowAsync((input, events) => FollowAsync(input, events, isTimed, found), _stop);
        await end.CancelAsync();
        await cues.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (Recording is [])
            throw new StudyException($"The run of act {_act.Number} has no result.");
    }

    public async ValueTask DisposeAsync()
    {
        _services.Dispose();
        await _environment.DisposeAsync();
    }

    private async Task FollowAsync(TextWriter input, TextReader events, bool isTimed, Action<ActOutcome> found)
    {
        var started = 0L;
        while (await events.ReadLineAsync() is { } line)
        {
            started = started is 0 ? Stopwatch.GetTimestamp() : started;
            _events.Enqueue(line);
            var published = JsonNode.Parse(line)!;
            if (published["load"] is not null)
                Cues.Begin(input);
            if (published["end"] is not { } end)
                continue;
            _stop.ThrowIfCancellationRequested();
            if ((string?)end["path"] is { } path)
            {
                Recording = [.. _events];
                var results = JsonNode.Parse(await File.ReadAllTextAsync(path))!;
                found(ActOutcome.Create(_act.File, Result.Read(path).Validity, results) with
                {
                    RunS = Math.Round(Stopwatch.GetElapsedTime(started).TotalSeconds, 1),
                });
            }

            if (isTimed)
                input.Close();
        }
    }
}
