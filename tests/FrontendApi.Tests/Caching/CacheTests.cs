using Microsoft.AspNetCore.Hosting;

namespace FrontendApi.Tests.Caching;

/// <summary>Tests of the setting Client:Cache. A customer with its three orders takes four calls.</summary>
public sealed class CacheTests
{
    private const int Calls = 4;
    private const int Callers = 8;
    private const string Path = "/api/customer/1";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(CacheMode.None, 2)]
    [InlineData(CacheMode.Memory, 1)]
    [InlineData(CacheMode.Hybrid, 1)]
    [InlineData(CacheMode.Output, 1)]
    public async Task Cache_GetCustomer_KeepsAnswersForTheSameRequestAndNoFailures(string cache, int times)
    {
        await using var frontend = await StartAsync(Respond.AtFirst(Respond.WithStatus(500), requests: 2), cache);
        string[] requests = ["1", "2", "1?strategy=read-as-async", "1?client=shared"];
        await frontend.GetProblemAsync(Path, 502);
        await frontend.GetProblemAsync(Path, 502);

        foreach (var request in requests)
        {
            var first = await frontend.GetBodyAsync($"/api/customer/{request}");
            (await frontend.GetBodyAsync($"/api/customer/{request}")).ShouldBe(first);
        }

        frontend.Requests.Count.ShouldBe(2 + (times * requests.Length * Calls));
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Hybrid)]
    public async Task AnswerThatIsKept_GetCustomer_ReportsNoCalls(string cache)
    {
        await using var frontend = await StartAsync(BackendDocuments.SendAsync, cache);
        using var client = frontend.CreateHttpClient();
        await frontend.GetAsync(Path);

        using var response = await client.GetAsync(Path, Token);

        response.Headers.GetValues("Server-Timing").Single().ShouldBe("backend;dur=0.000;desc=\"0 calls\"");
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Hybrid)]
    [InlineData(CacheMode.Output)]
    public async Task TimeToLiveElapsed_GetCustomer_ReadsTheCustomerAgain(string cache)
    {
        await using var frontend = await StartAsync(BackendDocuments.SendAsync, cache, "00:00:00.010");

        await Eventually.WaitUntilAsync(async () =>
        {
            await frontend.GetBodyAsync(Path);
            return frontend.Requests.Count >= 2 * Calls;
        });
    }

    [Theory]
    [InlineData(CacheMode.None, Callers)]
    [InlineData(CacheMode.Memory, Callers)]
    [InlineData(CacheMode.Hybrid, 1)]
    [InlineData(CacheMode.Output, 1)]
    public async Task CallersAtTheSameMoment_GetCustomer_MakeOneCallIfTheyShareIt(string cache, int expectedAtOnce)
    {
        var gate = new CallGate(Path);
        await using var frontend = await StartAsync(gate.RespondAsync, cache);
        var responses = Enumerable.Range(0, Callers).Select(_ => frontend.GetBodyAsync(Path)).ToArray();

        await gate.WaitUntilAsync(frontend, Callers, expectedAtOnce);
        gate.Open();

        (await Task.WhenAll(responses)).Distinct().ShouldHaveSingleItem();
        gate.MostForOneDocument.ShouldBe(expectedAtOnce);
    }

    [Theory]
    [InlineData(CacheMode.Hybrid)]
    [InlineData(CacheMode.Output)]
    public async Task FirstCallerDisconnects_OthersWait_GetWholeResponse(string cache)
    {
        var (gate, noticed) = (new CallGate(Path), new TaskCompletionSource());
        await using var frontend = await StartAsync(gate.RespondAsync, cache, observer: noticed);
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var disconnects = client.GetAsync(Path, disconnect.Token);
        await Eventually.WaitUntilAsync(() => gate.MostAtOnce is 1);
        var waits = frontend.GetBodyAsync(Path);
        await gate.WaitUntilAsync(frontend, requests: 2, calls: 1);
        // Another request runs to its end, so that the second caller has the time to join the call.
        await frontend.GetBodyAsync("/api/customer/2");

        await disconnect.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => disconnects);
        await noticed.Task.WaitAsync(Token);
        gate.Open();

        (await waits).ShouldContain("\"id\":13");
        // HybridCache starts a call anew if the second caller comes to wait only after the first one has left.
        frontend.Requests.Count(path => path.StartsWith(Path, StringComparison.Ordinal))
            .ShouldBeInRange(Calls, cache is CacheMode.Hybrid ? Calls + 1 : Calls);
    }

    private static Task<FrontendUnderTest> StartAsync(
        RequestDelegate respond, string cache, string timeToLive = "01:00:00", TaskCompletionSource? observer = null) =>
        FrontendUnderTest.StartAsync(
            respond,
            services => services.AddSingleton<IStartupFilter>(
                new DisconnectObserver(Path, () => observer?.TrySetResult())),
            [("Client:Cache", cache), ("Client:CacheTimeToLive", timeToLive)]);
}
