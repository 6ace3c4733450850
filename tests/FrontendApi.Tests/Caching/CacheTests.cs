namespace FrontendApi.Tests.Caching;

/// <summary>Tests of the setting Client:Cache. A customer with its three orders takes four calls.</summary>
public sealed class CacheTests
{
    private const int Calls = 4;
    private const int Callers = 8;
    private const string Path = "/api/customer/1";

    [Theory]
    [InlineData(CacheMode.None, 2, 4)]
    [InlineData(CacheMode.Memory, 1, 0)]
    [InlineData(CacheMode.Hybrid, 1, 0)]
    [InlineData(CacheMode.Output, 1, 4)]
    public async Task Cache_GetCustomer_KeepsAnswersForTheSameRequestAndNoFailures(
        string cache, int times, int reportedCalls)
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
        using var client = frontend.CreateHttpClient();
        using var response = await client.GetAsync(Path, TestContext.Current.CancellationToken);
        response.Headers.GetValues("Server-Timing").Single()
            .ShouldMatch($"""^backend;dur=\d+\.\d+;desc="{reportedCalls} calls"$""");
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
        var gate = new CallGate();
        await using var frontend = await StartAsync(gate.RespondAsync, cache);
        var responses = Enumerable.Range(0, Callers).Select(_ => frontend.GetBodyAsync(Path)).ToArray();

        await gate.WaitUntilAsync(frontend, Callers, expectedAtOnce);
        gate.Open();

        (await Task.WhenAll(responses)).Distinct().ShouldHaveSingleItem();
        gate.MostAtOnce.ShouldBe(expectedAtOnce);
    }

    private static Task<FrontendUnderTest> StartAsync(
        RequestDelegate respond, string cache, string timeToLive = "01:00:00") => FrontendUnderTest.StartAsync(
        respond, ("Client:Cache", cache), ("Client:CacheTimeToLive", timeToLive));
}
