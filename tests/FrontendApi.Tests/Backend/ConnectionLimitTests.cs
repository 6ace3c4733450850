using Microsoft.AspNetCore.Http;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests of the option Client:MaxConnectionsPerServer. With a limit of two connections, four callers read a customer
/// and the customer's orders in parallel.
/// </summary>
public sealed class ConnectionLimitTests
{
    private const int Callers = 4;
    private const int CallsPerCaller = 4;

    [Theory]
    [InlineData("strategy=webclient-sync")]
    [InlineData("strategy=webclient-async")]
    [InlineData("strategy=string-jsonconvert")]
    [InlineData("strategy=get-stream-stj")]
    [InlineData("client=shared")]
    [InlineData("resilience=standard")]
    public async Task AnyClient_ParallelCalls_NeverExceedTheLimit(string flags) =>
        (await GetMaxConcurrentCallsAsync($"{flags}&fanout=parallel", atFirst: 2)).ShouldBe(2);

    [Fact]
    public async Task ClientPerRequest_ParallelCalls_ApplyTheLimitToEachRequestSeparately() =>
        (await GetMaxConcurrentCallsAsync("client=per-request&fanout=parallel", atFirst: Callers))
            .ShouldBeInRange(Callers, Callers * 2);

    /// <summary>
    /// Returns the largest number of calls that wait at the back-end at the same time. The back-end holds all calls
    /// until the front-end serves all callers and the given number of calls has arrived. Then it releases the calls one
    /// by one.
    /// </summary>
    private static async Task<int> GetMaxConcurrentCallsAsync(string flags, int atFirst)
    {
        using var gate = new CallGate();
        await using var backend = await StubBackend.StartAsync(gate.WaitForReleaseAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:MaxConnectionsPerServer", "2"));
        var responses = Task.WhenAll(
            Enumerable.Range(1, Callers).Select(id => frontend.GetAsync($"/api/customer/{id}?{flags}")));

        // The front-end counts one active request more than there are callers, because the request that reads the
        // metrics is active too.
        await Eventually.WaitUntilAsync(async () =>
            (await frontend.GetMetricsAsync()).Sum("http_server_active_requests") is Callers + 1);
        await Eventually.WaitUntilAsync(() => gate.WaitingCalls >= atFirst);
        for (var call = 0; call < Callers * CallsPerCaller; call++)
        {
            await Eventually.WaitUntilAsync(() => gate.WaitingCalls >= 1);
            await gate.ReleaseOneAsync();
        }

        (await responses).ShouldAllBe(response => response.Status == 200);
        return gate.MaxWaiting;
    }

    /// <summary>
    /// Holds back-end calls until a test releases them, and counts how many calls wait at the same time.
    /// </summary>
    private sealed class CallGate : IDisposable
    {
        private readonly Lock _lock = new();
        private readonly SemaphoreSlim _releases = new(0);
        private readonly SemaphoreSlim _endedWaits = new(0);
        private int _waiting;

        public int WaitingCalls => Volatile.Read(ref _waiting);

        public int MaxWaiting { get; private set; }

        public async Task WaitForReleaseAsync(HttpContext context)
        {
            lock (_lock)
                MaxWaiting = Math.Max(MaxWaiting, ++_waiting);
            await _releases.WaitAsync(context.RequestAborted);
            lock (_lock)
                _waiting--;
            _endedWaits.Release();
            await BackendDocuments.SendAsync(context);
        }

        /// <summary>Releases one call, and returns once that call no longer waits.</summary>
        public async Task ReleaseOneAsync()
        {
            _releases.Release();
            await _endedWaits.WaitAsync(TestContext.Current.CancellationToken);
        }

        public void Dispose()
        {
            _releases.Dispose();
            _endedWaits.Dispose();
        }
    }
}
