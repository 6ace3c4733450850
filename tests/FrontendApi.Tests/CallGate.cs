namespace FrontendApi.Tests;

/// <summary>Holds the calls below a path until a test opens the gate, and counts how many there are at a time.</summary>
internal sealed class CallGate(string heldPath = "/api")
{
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Dictionary<string, int> _calls = [];
    private readonly Lock _lock = new();

    public int MostAtOnce { get; private set; }

    public int MostForOneDocument { get; private set; }

    public void Open() => _opened.SetResult();

    public async Task RespondAsync(HttpContext context)
    {
        var path = context.Request.Path;
        if (path.StartsWithSegments(heldPath))
        {
            Count(path, 1);
            await _opened.Task.WaitAsync(context.RequestAborted);
            // The front-end may send another call as soon as it has the answer.
            Count(path, -1);
        }

        await BackendDocuments.SendAsync(context);
    }

    public async Task WaitUntilAsync(FrontendUnderTest frontend, int requests, int calls)
    {
        // The request that reads the metrics is active, too.
        await Eventually.WaitUntilAsync(async () => await frontend.SumAsync("http_server_active_requests") == requests + 1);
        await Eventually.WaitUntilAsync(() => MostAtOnce >= calls);
    }

    private void Count(string path, int change)
    {
        lock (_lock)
        {
            _calls[path] = _calls.GetValueOrDefault(path) + change;
            MostForOneDocument = Math.Max(MostForOneDocument, _calls[path]);
            MostAtOnce = Math.Max(MostAtOnce, _calls.Values.Sum());
        }
    }
}
