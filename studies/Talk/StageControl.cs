using System.Text.Json.Nodes;

namespace Studies.Talk;

/// <summary>
/// Steers load that does not end, as the keys of a page of show do: swaps the variant, changes the connections, kills a
/// service, and compares what is shown with the baseline. It knows from the events of the run what the room sees.
/// </summary>
internal sealed class StageControl(
    IReadOnlyList<ActCue> cues, string? serviceName = null, Func<bool, Task>? setService = null)
{
    private const int MostConnections = 1000;
    private const string StageKind = "stage";
    private const string Running = "running";
    private const string Killed = "killed";
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan ProofLimit = TimeSpan.FromMinutes(2);

    private readonly Lock _gate = new();
    private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _proved = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TextWriter _input = TextWriter.Null;
    private TextWriter _recording = TextWriter.Null;
    private IReadOnlyList<string> _variants = [];
    private double _elapsedSeconds;
    private int _connections;
    private int _doneCues;
    private bool _isProof;
    private string _serviceState = Running;

    /// <summary>The cue that comes next; null after the last one.</summary>
    public ActCue? NextCue
    {
        get
        {
            lock (_gate)
                return cues.ElementAtOrDefault(_doneCues);
        }
    }

    /// <summary>
    /// Writes the events of the load to a file until the load ends, steers it meanwhile, and passes on the path of the
    /// result of each proof.
    /// </summary>
    public async Task RunAsync(TextWriter input, TextReader events, string recording, Action<string> proved)
    {
        await using var file = new StreamWriter(recording) { AutoFlush = true };
        (_input, _recording) = (input, TextWriter.Synchronized(file));
        try
        {
            while (await events.ReadLineAsync() is { } line)
            {
                var published = JsonNode.Parse(line)!;
                lock (_gate)
                {
                    _recording.WriteLine(line);
                    Receive(published);
                }

                if (published["load"] is not null)
                    _started.TrySetResult();
                if ((string?)published["end"]?["path"] is { } path)
                {
                    proved(path);
                    _proved.TrySetResult();
                }
            }
        }
        finally
        {
            lock (_gate)
                (_input, _recording) = (TextWriter.Null, TextWriter.Null);
            _started.TrySetCanceled(CancellationToken.None);
            _proved.TrySetCanceled(CancellationToken.None);
        }
    }

    /// <summary>Does the next cue. Before the load has begun, nothing is done.</summary>
    /// <returns>Whether there was one.</returns>
    public bool TryDoNextCue()
    {
        if (NextCue is not { } cue)
            return false;
        if (_started.Task.IsCompletedSuccessfully)
            DoNextCue(cue);
        return true;
    }

    /// <summary>Does all cues after their times, waits for the result of the proof, and ends the load.</summary>
    public async Task PerformCuesAsync(CancellationToken stop)
    {
        await _started.Task.WaitAsync(StartLimit, stop);
        while (NextCue is { } cue)
        {
            await Task.Delay(TimeSpan.FromSeconds(cue.AfterS), stop);
            DoNextCue(cue);
        }

        await _proved.Task.WaitAsync(ProofLimit, stop);
        End();
    }

    /// <summary>Shows the variant at a place in the order of the keys.</summary>
    public void ShowVariant(int place)
    {
        lock (_gate)
        {
            if (place < _variants.Count)
                Tell("variant", _variants[place]);
        }
    }

    public void ChangeConnections(double factor)
    {
        lock (_gate)
        {
            _connections = Math.Clamp((int)Math.Round(_connections * factor), 1, MostConnections);
            Tell("connections", _connections);
        }
    }

    /// <summary>Compares the variant that is shown with the baseline, or goes back to the stage.</summary>
    public void ToggleProof()
    {
        lock (_gate)
        {
            if (_isProof || _serviceState is Running)
                Tell("proof", !_isProof);
        }
    }

    public async Task ToggleServiceAsync()
    {
        if (setService is null)
            return;
        var isKilled = _serviceState is not Running;
        try
        {
            if (isKilled)
                PublishService("starting");
            await setService(isKilled);
            PublishService(isKilled ? Running : Killed);
            // The failures while it was down are no longer counted.
            if (isKilled)
                Tell("again", true);
        }
        catch (Exception failure) when (failure is SocketException || StudyException.IsExpected(failure))
        {
            PublishService(Killed);
        }
    }

    public void End() => Tell("stop", true);

    private void DoNextCue(ActCue cue)
    {
        lock (_gate)
        {
            // The speaker may have swapped to another variant since.
            var proves = cue.Proof ? cues.Take(_doneCues).LastOrDefault(one => one.Variant is not null)?.Variant : null;
            _doneCues++;
            if ((cue.Variant ?? proves) is { } variant)
                Tell("variant", variant);
            if (cue.Proof)
                Tell("proof", true);
        }
    }

    private void Receive(JsonNode published)
    {
        _elapsedSeconds = (double)published["t"]!;
        if (published["turn"] is { } turn && !_isProof)
            _connections = (int)turn["connections"]!;
        if (published["plan"] is not { } plan)
            return;
        _isProof = (string?)plan["kind"] is not StageKind;
        if (!_isProof)
            _variants = [.. plan["variants"]!.AsArray().Select(variant => (string)variant!["name"]!)];
        if (_serviceState is not Running)
            PublishService(_serviceState);
    }

    // The page learns from the same file what the load tool does not know.
    private void PublishService(string state)
    {
        lock (_gate)
        {
            _serviceState = state;
            var service = new JsonObject { ["service"] = serviceName, ["state"] = state };
            _recording.WriteLine(new JsonObject { ["t"] = _elapsedSeconds, ["show"] = service }.ToJsonString());
        }
    }

    private void Tell(string name, JsonNode value)
    {
        lock (_gate)
        {
            try
            {
                _input.WriteLine(new JsonObject { [name] = value }.ToJsonString());
                _input.Flush();
            }
            catch (IOException)
            {
                // The load has ended.
            }
        }
    }
}
