namespace FrontendApi.Tests.Backend;

/// <summary>Tests the limit of requests that block a thread.</summary>
public sealed class RequestLimitTests
{
    [Theory]
    [InlineData("strategy=webclient-sync")]
    [InlineData("strategy=result-blocking&fanout=parallel")]
    public async Task MoreBlockingRequestsThanMayBe_GetCustomer_AreRejectedAndOthersAreNot(string flags)
    {
        var gate = new CallGate();
        await using var frontend = await FrontendUnderTest.StartAsync(gate.RespondAsync, ("Client:MaxBlocking", "2"));
        var held = Enumerable.Range(1, 2)
            .Select(id => frontend.GetBodyAsync($"/api/customer/{id}?{flags}")).ToArray();
        await gate.WaitUntilAsync(frontend, held.Length, calls: 2);

        await frontend.GetProblemAsync($"/api/customer/3?{flags}", 503, "Too many requests block a thread");
        var other = frontend.GetBodyAsync("/api/customer/4");
        await gate.WaitUntilAsync(frontend, held.Length + 1, calls: 3);
        gate.Open();

        await Task.WhenAll([.. held, other]);
        await frontend.GetBodyAsync($"/api/customer/3?{flags}");
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
