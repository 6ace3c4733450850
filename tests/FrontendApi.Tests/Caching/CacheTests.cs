namespace FrontendApi.Tests.Caching;

/// <summary>
/// Tests of the setting Client:Cache with one request after the other. A customer with its three orders takes four
/// calls.
/// </summary>
public sealed class CacheTests
{
    private const int Calls = 4;

    public static TheoryData<string> Caches => [CacheMode.Memory, CacheMode.Hybrid, CacheMode.Output];

    [Fact]
    public async Task NoCache_GetCustomerTwice_MakesTheCallsTwice()
    {
        await using var frontend = await StartAsync(CacheMode.None);

        (await frontend.GetBodyAsync("/api/customer/1")).ShouldBe(await frontend.GetBodyAsync("/api/customer/1"));

        frontend.Requests.Count.ShouldBe(2 * Calls);
    }

    [Theory]
    [MemberData(nameof(Caches))]
    public async Task Cache_GetCustomer_KeepsAnswersForTheSameRequestAndNoFailures(string cache)
    {
        await using var frontend = await StartAsync(cache);
        frontend.Use(Respond.AtFirst(Respond.WithStatus(500), requests: 2));
        string[] requests =
            ["1", "2", "1?strategy=read-as-async", "1?client=shared", "1?fanout=parallel", "1?resilience=standard"];
        await frontend.GetProblemAsync("/api/customer/1", 502);
        await frontend.GetProblemAsync("/api/customer/1", 502);

        foreach (var request in requests)
        {
            var first = await frontend.GetBodyAsync($"/api/customer/{request}");
            (await frontend.GetBodyAsync($"/api/customer/{request}")).ShouldBe(first);
        }

        frontend.Requests.Count.ShouldBe(2 + (requests.Length * Calls));
        (await frontend.SumAsync("backend_call_duration_seconds_count", "outcome=\"success\""))
            .ShouldBe(requests.Length * Calls);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Hybrid)]
    public async Task AnswerThatIsKept_GetCustomer_ReportsNoCallsAndHasTheLabelsOfTheRequest(string cache)
    {
        await using var frontend = await StartAsync(cache);
        using var client = frontend.CreateHttpClient();
        await frontend.GetAsync("/api/customer/1");

        using var response = await client.GetAsync("/api/customer/1", TestContext.Current.CancellationToken);

        response.Headers.GetValues("Server-Timing").Single().ShouldBe("backend;dur=0.000;desc=\"0 calls\"");
        (await frontend.SumAsync(
            "http_server_request_duration_seconds_count", "strategy=\"get-from-json\"", "fanout=\"sequential\"")).ShouldBe(2);
    }

    [Theory]
    [MemberData(nameof(Caches))]
    public async Task TimeToLiveElapsed_GetCustomer_ReadsTheCustomerAgain(string cache)
    {
        await using var frontend = await StartAsync(cache, "00:00:00.010");

        await Eventually.WaitUntilAsync(async () =>
        {
            await frontend.GetBodyAsync("/api/customer/1");
            return frontend.Requests.Count >= 2 * Calls;
        });
    }

    [Fact]
    public async Task InvalidFlagWithOutputCache_GetCustomer_Returns400()
    {
        await using var frontend = await StartAsync(CacheMode.Output);

        await frontend.GetProblemAsync("/api/customer/1?strategy=nonsense", 400);
        await frontend.GetProblemAsync("/api/customer/1?strategy=nonsense", 400);
    }

    private static Task<FrontendUnderTest> StartAsync(string cache, string timeToLive = "01:00:00") =>
        FrontendUnderTest.StartAsync(
            BackendDocuments.SendAsync, ("Client:Cache", cache), ("Client:CacheTimeToLive", timeToLive));
}
