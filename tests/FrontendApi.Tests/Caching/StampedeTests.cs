using Microsoft.AspNetCore.Hosting;

namespace FrontendApi.Tests.Caching;

/// <summary>Tests of the setting Client:Cache with requests for the same customer at the same moment.</summary>
[TimeLimit(60)]
public sealed class StampedeTests
{
    private const int Callers = 8;
    private const string HeldPath = "/api/customer/1";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(CacheMode.None, Callers)]
    [InlineData(CacheMode.Memory, Callers)]
    [InlineData(CacheMode.Hybrid, 1)]
    [InlineData(CacheMode.Output, 1)]
    public async Task CallersAtTheSameMoment_GetCustomer_MakeOneCallIfTheyShareIt(string cache, int expectedAtOnce)
    {
        var gate = new CallGate(HeldPath);
        await using var frontend = await FrontendUnderTest.StartAsync(
            gate.RespondAsync, ("Client:Cache", cache), ("Client:CacheTimeToLive", "01:00:00"));
        var responses = Enumerable.Range(0, Callers).Select(_ => frontend.GetBodyAsync(HeldPath)).ToArray();

        await WaitForRequestsAsync(frontend, gate, Callers, expectedAtOnce);
        gate.Open();

        (await Task.WhenAll(responses)).Distinct().ShouldHaveSingleItem();
        gate.MostForOneDocument.ShouldBe(expectedAtOnce);
    }

    [Theory]
    [InlineData(CacheMode.Hybrid)]
    [InlineData(CacheMode.Output)]
    public async Task FirstCallerDisconnects_OthersWait_GetWholeResponse(string cache)
    {
        var (gate, noticed) = (new CallGate(HeldPath), new TaskCompletionSource());
        await using var frontend = await FrontendUnderTest.StartAsync(
            gate.RespondAsync,
            services => services.AddSingleton<IStartupFilter>(
                new DisconnectObserver(HeldPath, () => noticed.TrySetResult())),
            [("Client:Cache", cache), ("Client:CacheTimeToLive", "01:00:00")]);
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var disconnects = client.GetAsync(HeldPath, disconnect.Token);
        await Eventually.WaitUntilAsync(() => gate.MostAtOnce is 1);
        var waits = frontend.GetBodyAsync(HeldPath);
        await WaitForRequestsAsync(frontend, gate, requests: 2, calls: 1);

        await disconnect.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => disconnects);
        await noticed.Task.WaitAsync(Token);
        gate.Open();

        (await waits).ShouldContain("\"id\":13");
        // HybridCache starts a call anew if the second caller comes to wait only after the first one has left.
        frontend.Requests.Count(path => path.StartsWith(HeldPath, StringComparison.Ordinal))
            .ShouldBeInRange(4, cache is CacheMode.Hybrid ? 5 : 4);
    }

    [Fact]
    public async Task OnlyCallerDisconnects_HybridCache_CancelsTheCall()
    {
        var (received, ended) = (new TaskCompletionSource(), new TaskCompletionSource());
        await using var frontend = await FrontendUnderTest.StartAsync(
            Respond.AfterDisconnect(received, ended), ("Client:Cache", CacheMode.Hybrid));
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var response = client.GetAsync(HeldPath, disconnect.Token);
        await received.Task.WaitAsync(Token);

        await disconnect.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => response);
        await ended.Task.WaitAsync(Token);
        await Eventually.WaitUntilAsync(async () =>
            await frontend.SumAsync("backend_call_duration_seconds_count", "outcome=\"cancelled\"") is 1);
    }

    /// <summary>
    /// Waits until the front-end processes a number of requests. Another request runs to its end then, so that the
    /// former have had the time to make their calls, or to join a call.
    /// </summary>
    private static async Task WaitForRequestsAsync(FrontendUnderTest frontend, CallGate gate, int requests, int calls)
    {
        await gate.WaitUntilAsync(frontend, requests, calls);
        await frontend.GetBodyAsync("/api/customer/2");
    }
}
