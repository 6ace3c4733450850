namespace EndToEnd.Tests;

public sealed class Http2EndpointTests
{
    [Fact]
    public async Task Customer_GetOverEitherVersion_HasSameBytesAtTheAddressOfTheVersion()
    {
        await using var backend = new CountingBackend();

        using var first = await GetAsync(backend.Address, HttpVersion.Version11);
        using var second = await GetAsync(backend.Http2Address, HttpVersion.Version20);

        (first.Version, second.Version).ShouldBe((HttpVersion.Version11, HttpVersion.Version20));
        var body = await first.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        (await second.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).ShouldBe(body);
        body.ShouldContain("orderIds");
        await Should.ThrowAsync<HttpRequestException>(() => GetAsync(backend.Address, HttpVersion.Version20));
        using var wrong = await GetAsync(backend.Http2Address, HttpVersion.Version11);
        wrong.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    /// <summary>What the back-end does around its routes applies to calls of gRPC, too.</summary>
    [Theory]
    [InlineData("Faults:Active:ErrorShare", "1", 502, "with status 500")]
    [InlineData("Faults:Active:CutBeforeShare", "1", 502, "no connection could be opened, or the connection was closed")]
    [InlineData("Faults:Active:LatencyMs", "1", 200, "\"orders\":[{")]
    [InlineData("Limits:ConcurrentRequests", "10", 200, "\"orders\":[{")]
    public async Task SettingOfTheBackend_GetCustomer_AppliesAndIsCountedByTheRoute(
        string setting, string value, int status, string text)
    {
        await using var pair = new CountedPair([], (setting, value));

        using var response = await pair.GetAsync(1, "strategy=grpc");

        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(status, body);
        body.ShouldContain(text);
        await Eventually.WaitUntilAsync(async () => await pair.Backend.SumAsync(
            "http_server_request_duration_seconds_count", "http_route=\"/testbed.CustomerService/GetCustomer\"") is 1);
    }

    private static async Task<HttpResponseMessage> GetAsync(Uri address, Version version)
    {
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(address, "/api/customer/1"))
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        return await client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
