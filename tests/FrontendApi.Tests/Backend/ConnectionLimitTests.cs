namespace FrontendApi.Tests.Backend;

public sealed class ConnectionLimitTests
{
    private const int Callers = 4;

    [Theory]
    [InlineData("strategy=webclient-sync", 2)]
    [InlineData("strategy=webclient-async", 2)]
    [InlineData("client=shared&resilience=standard", 2)]
    [InlineData("client=per-request", Callers * 2)]
    public async Task ParallelCalls_GetCustomers_NeverExceedTheLimit(string flags, int limit)
    {
        var gate = new CallGate();
        await using var frontend = await FrontendUnderTest.StartAsync(
            gate.RespondAsync, ("Client:MaxConnectionsPerServer", "2"));
        var responses = Enumerable.Range(1, Callers)
            .Select(id => frontend.GetBodyAsync($"/api/customer/{id}?{flags}&fanout=parallel")).ToArray();

        await gate.WaitUntilAsync(frontend, Callers, calls: Math.Min(Callers, limit));
        gate.Open();

        await Task.WhenAll(responses);
        gate.MostAtOnce.ShouldBeLessThanOrEqualTo(limit);
    }
}

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
