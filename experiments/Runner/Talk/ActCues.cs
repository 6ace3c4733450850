using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>Does the cues of an act, one after the other: steers the load, and changes the services.</summary>
internal sealed class ActCues(IReadOnlyList<ActCue> cues, Action<ActCue> changeServices)
{
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TextWriter _load = TextWriter.Null;
    private int _done;

    /// <summary>The cue that comes next; null after the last one.</summary>
    public ActCue? Next => cues.ElementAtOrDefault(_done);

    /// <summary>Begins with the load, which reads lines that steer it.</summary>
    public void Begin(TextWriter load)
    {
        _load = load;
        _begun.TrySetResult();
    }

    /// <summary>Does the next cue. Before the load has begun, nothing is done.</summary>
    /// <returns>Whether there was one.</returns>
    public bool TryDoNext()
    {
        if (Next is not { } cue)
            return false;
        if (!_begun.Task.IsCompleted)
            return true;
        _done++;
        if (cue.Variant is { } variant)
            Tell("variant", variant);
        if (cue.Proof)
            Tell("proof", true);
        changeServices(cue);
        return true;
    }

    /// <summary>Does all cues after their times.</summary>
    public async Task DoAllAsync(CancellationToken stop)
    {
        await _begun.Task.WaitAsync(stop);
        while (Next is { } cue)
        {
            await Task.Delay(TimeSpan.FromSeconds(cue.AfterS), stop);
            TryDoNext();
        }
    }

    private void Tell(string name, JsonNode value)
    {
        try
        {
            _load.WriteLine(new JsonObject { [name] = value }.ToJsonString());
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The load has ended.
        }
    }
}
