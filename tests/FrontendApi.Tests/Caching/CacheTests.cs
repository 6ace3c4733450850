using FrontendApi.Backend;
using Testing;

namespace FrontendApi.Tests.Caching;

/// <summary>
/// Tests of the setting Client:Cache with one request after the other. A customer with its three orders takes four
/// calls.
/// </summary>
public sealed class CacheTests
{
    private const int Calls = 4;

    public static TheoryData<string> Caches => [CacheMode.Memory, CacheMode.Hybrid, CacheMode.Output];

    [Theory]
    [InlineData(CacheMode.None, 2 * Calls)]
    [InlineData(CacheMode.Memory, Calls)]
    [InlineData(CacheMode.Hybrid, Calls)]
    [InlineData(CacheMode.Output, Calls)]
    public async Task SameRequestAgain_GetCustomer_MakesCallsOnlyIfNothingIsKept(string cache, int calls)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = CreateFrontend(backend, cache);

        var first = await frontend.GetAsync("/api/customer/1");
        var second = await frontend.GetAsync("/api/customer/1");

        first.Status.ShouldBe(200, first.Body);
        second.ShouldBe(first);
        backend.Requests.Count.ShouldBe(calls);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_call_duration_seconds_count").ShouldBe(calls);
        metrics.Sum("http_server_request_duration_seconds_count", "http_route=\"/api/customer/{id:int}\"").ShouldBe(2);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Hybrid)]
    public async Task AnswerThatIsKept_GetCustomer_ReportsNoCallsAndHasTheLabelsOfTheRequest(string cache)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = CreateFrontend(backend, cache);
        using var client = frontend.CreateHttpClient();
        await frontend.GetAsync("/api/customer/1");

        using var response = await client.GetAsync("/api/customer/1", TestContext.Current.CancellationToken);

        response.Headers.GetValues("Server-Timing").Single().ShouldBe("backend;dur=0.000;desc=\"0 calls\"");
        (await frontend.GetMetricsAsync()).Sum(
            "http_server_request_duration_seconds_count", "strategy=\"get-from-json\"", "fanout=\"sequential\"").ShouldBe(2);
    }

    [Theory]
    [MemberData(nameof(Caches))]
    public async Task OtherFlagsOrCustomer_GetCustomer_FindNothingKept(string cache)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = CreateFrontend(backend, cache);
        string[] requests =
            ["1", "2", "1?strategy=read-as-async", "1?client=shared", "1?fanout=parallel", "1?resilience=standard"];

        foreach (var request in requests)
            (await frontend.GetAsync($"/api/customer/{request}")).Status.ShouldBe(200);

        backend.Requests.Count.ShouldBe(requests.Length * Calls);
    }

    [Theory]
    [MemberData(nameof(Caches))]
    public async Task TimeToLiveElapsed_GetCustomer_ReadsTheCustomerAgain(string cache)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = CreateFrontend(backend, cache, "00:00:00.010");

        await Eventually.WaitUntilAsync(async () =>
        {
            (await frontend.GetAsync("/api/customer/1")).Status.ShouldBe(200);
            return backend.Requests.Count >= 2 * Calls;
        });
    }

    [Theory]
    [MemberData(nameof(Caches))]
    public async Task BackendFailedBefore_GetCustomer_Returns200(string cache)
    {
        await using var backend = await StubBackend.StartAsync(Respond.AtFirst(2, Respond.WithStatus(500)));
        await using var frontend = CreateFrontend(backend, cache);

        await frontend.GetProblemAsync("/api/customer/1", 502);
        await frontend.GetProblemAsync("/api/customer/1", 502);

        (await frontend.GetAsync("/api/customer/1")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task InvalidFlagWithOutputCache_GetCustomer_Returns400()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = CreateFrontend(backend, CacheMode.Output);

        await frontend.GetProblemAsync("/api/customer/1?strategy=nonsense", 400);
        await frontend.GetProblemAsync("/api/customer/1?strategy=nonsense", 400);
    }

    private static FrontendUnderTest CreateFrontend(StubBackend backend, string cache, string timeToLive = "01:00:00") =>
        new(backend.Address, ("Client:Cache", cache), ("Client:CacheTimeToLive", timeToLive));
}
