namespace FrontendApi.Tests;

/// <summary>Holds the calls until a test opens the gate, and counts how many there are at a time.</summary>
internal sealed class CallGate
{
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _lock = new();
    private int _calls;

    public int MostAtOnce { get; private set; }

    public void Open() => _opened.SetResult();

    public async Task RespondAsync(HttpContext context)
    {
        Count(1);
        await _opened.Task.WaitAsync(context.RequestAborted);
        // The front-end may send another call as soon as it has the answer.
        Count(-1);
        await BackendDocuments.SendAsync(context);
    }

    public async Task WaitUntilAsync(FrontendUnderTest frontend, int requests, int calls)
    {
        // The request that reads the metrics is active, too.
        await Eventually.WaitUntilAsync(async () => await frontend.SumAsync("http_server_active_requests") == requests + 1);
        await Eventually.WaitUntilAsync(() => MostAtOnce >= calls);
    }

    private void Count(int change)
    {
        lock (_lock)
        {
            _calls += change;
            MostAtOnce = Math.Max(MostAtOnce, _calls);
        }
    }
}
