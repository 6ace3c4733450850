using System.Net.Http.Json;
using System.Net.ServerSentEvents;
using System.Text.Json.Nodes;

namespace Studies.Talk;

/// <summary>
/// Steers load that does not end, as the keys of its page do: swaps the variant, changes the connections, kills a
/// service, and compares what is shown with the baseline. It knows from the events of the run what the room sees.
/// </summary>
internal sealed class StageControl : IDisposable
{
    private const int MostConnections = 1000;
    private const string StageKind = "stage";
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan ProofLimit = TimeSpan.FromMinutes(2);

    private readonly Lock _gate = new();
    private readonly IReadOnlyList<ActCue> _cues;
    private readonly HttpClient _page;
    private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _proved = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _lastRequest = Task.CompletedTask;
    private IReadOnlyList<string> _variants = [];
    private int _connections;
    private int _doneCues;
    private bool _isProof;
    private bool _isKilled;

    public StageControl(Uri page, string token, IReadOnlyList<ActCue> cues)
    {
        _cues = cues;
        _page = new HttpClient(new SocketsHttpHandler { UseProxy = false })
        {
            BaseAddress = page,
            Timeout = Timeout.InfiniteTimeSpan,
        };
        _page.DefaultRequestHeaders.Authorization = new("Bearer", token);
        _page.DefaultRequestHeaders.Add("Origin", page.GetLeftPart(UriPartial.Authority));
    }

    /// <summary>The cue that comes next; null after the last one.</summary>
    public ActCue? NextCue
    {
        get
        {
            lock (_gate)
                return _cues.ElementAtOrDefault(_doneCues);
        }
    }

    /// <summary>Follows the events of the load, and passes on the path of the result of each proof.</summary>
    public async Task FollowAsync(Action<string> proved, CancellationToken stop)
    {
        try
        {
            await using var body = await _page.GetStreamAsync(new Uri("events", UriKind.Relative), stop);
            await foreach (var item in SseParser.Create(body).EnumerateAsync(stop))
            {
                var data = JsonNode.Parse(item.Data)!;
                lock (_gate)
                    Receive(item.EventType, data);
                if (item.EventType is "tick")
                    _started.TrySetResult();
                if (item.EventType is "end" && (string?)data["data"] is { } path)
                {
                    proved(path);
                    _proved.TrySetResult();
                }
            }
        }
        finally
        {
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
            _ = DoNextCueAsync(cue);
        return true;
    }

    /// <summary>Does all cues after their times, waits for the result of the proof, and ends the load.</summary>
    public async Task PerformCuesAsync(CancellationToken stop)
    {
        await _started.Task.WaitAsync(StartLimit, stop);
        while (NextCue is { } cue)
        {
            await Task.Delay(TimeSpan.FromSeconds(cue.AfterS), stop);
            await DoNextCueAsync(cue);
        }

        await _proved.Task.WaitAsync(ProofLimit, stop);
        await EndAsync();
    }

    /// <summary>Shows the variant at a place in the order of the keys.</summary>
    public Task ShowVariantAsync(int place)
    {
        lock (_gate)
            return place < _variants.Count ? ShowAsync(_variants[place]) : Task.CompletedTask;
    }

    public Task ChangeConnectionsAsync(double factor)
    {
        lock (_gate)
        {
            _connections = Math.Clamp((int)Math.Round(_connections * factor), 1, MostConnections);
            return PostAsync("connections", _connections);
        }
    }

    /// <summary>Compares the variant that is shown with the baseline, or goes back to the stage.</summary>
    public Task ToggleProofAsync()
    {
        lock (_gate)
            return _isKilled && !_isProof ? Task.CompletedTask : PostAsync("proof", !_isProof, "shown");
    }

    /// <summary>Kills the service, or starts it again.</summary>
    public Task ToggleServiceAsync()
    {
        lock (_gate)
            return PostAsync("service", _isKilled, "running");
    }

    /// <summary>Ends the load.</summary>
    public Task EndAsync() => PostAsync("../run/stop", true, "stop");

    public void Dispose() => _page.Dispose();

    private async Task DoNextCueAsync(ActCue cue)
    {
        var proves = default(string);
        lock (_gate)
        {
            proves = cue.Proof ? _cues.Take(_doneCues).LastOrDefault(one => one.Variant is not null)?.Variant : null;
            _doneCues++;
        }

        // The speaker may have swapped to another variant since.
        if ((cue.Variant ?? proves) is { } variant)
            await ShowAsync(variant);
        if (cue.Proof)
            await PostAsync("proof", true, "shown");
    }

    private void Receive(string type, JsonNode data)
    {
        switch (type)
        {
            case "hello":
                _isProof = (string?)data["kind"] is not StageKind;
                if (!_isProof)
                    _variants = [.. data["variants"]!.AsArray().Select(variant => (string)variant!["name"]!)];
                _isKilled = (string?)data["stage"]?["service_state"] is "killed" or "starting";
                break;
            case "phase" when !_isProof:
                _connections = (int)data["connections"]!;
                break;
            case "service":
                _isKilled = (string?)data["state"] is "killed" or "starting";
                break;
            default:
                break;
        }
    }

    private Task ShowAsync(string variant) => PostAsync("variant", variant);

    // One request after the other, because requests at the same time could arrive in another order.
    private Task PostAsync<T>(string path, T value, string? key = null)
    {
        lock (_gate)
            return _lastRequest = SendAsync(_lastRequest);

        async Task SendAsync(Task before)
        {
            await before;
            try
            {
                using var response = await _page.PostAsJsonAsync(
                    $"api/stage/{path}", new Dictionary<string, T> { [key ?? path] = value });
            }
            catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
            {
                // The load has ended.
            }
        }
    }
}
