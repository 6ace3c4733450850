using FrontendApi.Backend;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace FrontendApi.Tests.Caching;

/// <summary>Tests of the setting Client:Cache with requests for the same customer at the same moment.</summary>
[TimeLimit(60)]
public sealed class StampedeTests
{
    private const int Callers = 8;

    [Theory]
    [InlineData(CacheMode.None, Callers)]
    [InlineData(CacheMode.Memory, Callers)]
    [InlineData(CacheMode.Hybrid, 1)]
    [InlineData(CacheMode.Output, 1)]
    public async Task CallersAtTheSameMoment_GetCustomer_MakeOneCallIfTheyShareIt(string cache, int expectedAtOnce)
    {
        var gate = new CallGate();
        await using var backend = await StubBackend.StartAsync(gate.RespondAsync);
        await using var frontend = new FrontendUnderTest(
            backend.Address, ("Client:Cache", cache), ("Client:CacheTimeToLive", "01:00:00"));
        var responses = Enumerable.Range(0, Callers)
            .Select(_ => frontend.GetAsync(CallGate.HeldPath)).ToArray();

        await WaitForRequestsAsync(frontend, Callers);
        await Eventually.WaitUntilAsync(() => gate.MostCallsAtOnce >= expectedAtOnce);
        gate.Open();

        var bodies = await Task.WhenAll(responses);
        bodies.ShouldAllBe(response => response.Status == 200);
        bodies.Distinct().Count().ShouldBe(1);
        gate.MostCallsAtOnce.ShouldBe(expectedAtOnce);
    }

    [Theory]
    [InlineData(CacheMode.Hybrid)]
    [InlineData(CacheMode.Output)]
    public async Task FirstCallerDisconnects_OthersWait_GetWholeResponse(string cache)
    {
        var (gate, noticed) = (new CallGate(), new TaskCompletionSource());
        await using var backend = await StubBackend.StartAsync(gate.RespondAsync);
        await using var frontend = new FrontendUnderTest(
            backend.Address, ("Client:Cache", cache), ("Client:CacheTimeToLive", "01:00:00"))
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(
                new DisconnectObserver(CallGate.HeldPath, () => noticed.TrySetResult())),
        };
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var disconnects = client.GetAsync(CallGate.HeldPath, disconnect.Token);
        await Eventually.WaitUntilAsync(() => gate.MostCallsAtOnce is 1);
        var waits = frontend.GetAsync(CallGate.HeldPath);
        await WaitForRequestsAsync(frontend, 2);

        await disconnect.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => disconnects);
        await noticed.Task.WaitAsync(TestContext.Current.CancellationToken);
        gate.Open();

        var (status, body) = await waits;
        status.ShouldBe(200, body);
        await using var direct = new FrontendUnderTest(backend.Address);
        body.ShouldBe((await direct.GetAsync(CallGate.HeldPath)).Body);
        (await frontend.GetAsync(CallGate.HeldPath)).Body.ShouldBe(body);
    }

    [Fact]
    public async Task OnlyCallerDisconnects_CallIsShared_CancelsTheCall()
    {
        var (received, ended) = (new TaskCompletionSource(), new TaskCompletionSource());
        await using var backend = await StubBackend.StartHoldingRequestsAsync(received, ended);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:Cache", CacheMode.Hybrid));
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var response = client.GetAsync("/api/customer/1", disconnect.Token);
        await received.Task.WaitAsync(TestContext.Current.CancellationToken);

        await disconnect.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => response);
        await ended.Task.WaitAsync(TestContext.Current.CancellationToken);
        await Eventually.WaitUntilAsync(async () => (await frontend.GetMetricsAsync()).Sum(
            "backend_call_duration_seconds_count", "outcome=\"cancelled\"") is 1);
    }

    /// <summary>
    /// Waits until the front-end processes a number of requests. Another request runs to its end then, so that the
    /// former have had the time to make their calls, or to join a call.
    /// </summary>
    private static async Task WaitForRequestsAsync(FrontendUnderTest frontend, int requests)
    {
        // The request that reads the metrics is active, too.
        await Eventually.WaitUntilAsync(async () =>
            (await frontend.GetMetricsAsync()).Sum("http_server_active_requests") == requests + 1);
        (await frontend.GetAsync("/api/customer/2")).Status.ShouldBe(200);
    }

    /// <summary>Holds the calls for one customer until a test opens the gate.</summary>
    private sealed class CallGate
    {
        public const string HeldPath = "/api/customer/1";

        private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly Dictionary<string, int> _callsUnderWay = [];
        private readonly Lock _lock = new();

        /// <summary>The largest number of calls for one document of the customer at the same moment.</summary>
        public int MostCallsAtOnce { get; private set; }

        public void Open() => _opened.SetResult();

        public async Task RespondAsync(HttpContext context)
        {
            var path = context.Request.Path;
            if (path.StartsWithSegments(HeldPath))
            {
                Count(path, 1);
                await _opened.Task.WaitAsync(context.RequestAborted);
                // The front-end may send another call as soon as it has the answer.
                Count(path, -1);
            }

            await BackendDocuments.SendAsync(context);
        }

        private void Count(string path, int change)
        {
            lock (_lock)
            {
                _callsUnderWay[path] = _callsUnderWay.GetValueOrDefault(path) + change;
                MostCallsAtOnce = Math.Max(MostCallsAtOnce, _callsUnderWay[path]);
            }
        }
    }
}
