namespace FrontendApi.Tests.Customers;

public sealed class FlagTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    [Fact]
    public async Task InvalidValueOfEachFlag_GetCustomer_Returns400WithEveryValidValueAndAllFlagsInError()
    {
        var errors = await GetErrorsAsync(
            string.Join('&', Flags.OfCustomers.Select(flag => $"{flag.Name}=nonsense").Append("v=1")));

        foreach (var flag in Flags.OfCustomers)
        {
            errors.GetProperty(flag.Name)[0].GetString()
                .ShouldBe($"Invalid value 'nonsense'. Valid values: {string.Join(", ", flag.Values)}.");
        }

        errors.EnumerateObject().Select(error => error.Name)
            .ShouldBe(Flags.OfCustomers.Select(flag => flag.Name).Append("v"), ignoreOrder: true);
    }

    [Theory]
    [InlineData("strategy=", "strategy", "Invalid value ''.")]
    [InlineData("strategy=get-from-json&STRATEGY=read-as-async", "strategy", "Invalid value")]
    [InlineData("stratgey=read-as-async", "stratgey", "Valid flags: strategy, client, fanout, resilience, http.")]
    [InlineData("cache=memory", "cache", "Unknown flag 'cache'.")]
    [InlineData("strategy=webclient-sync&Client=shared", "client", "owns its client")]
    [InlineData("strategy=webclient-sync&http=2", "http", "owns its client")]
    [InlineData("strategy=WebClient-Async&resilience=retry", "resilience", "accepts 'none' only")]
    [InlineData("strategy=orders-array&fanout=parallel", "fanout", "with one call")]
    [InlineData("strategy=orders-included&fanout=sequential", "fanout", "with one call")]
    public async Task InvalidFlag_GetCustomer_Returns400(string query, string flag, string message) =>
        (await GetErrorsAsync(query)).GetProperty(flag)[0].GetString()!.ShouldContain(message);

    [Theory]
    [InlineData("2")]
    [InlineData("2-multi")]
    public async Task BackendWithoutAddressForHttp2_GetCustomer_Returns400WithTheSetting(string http)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?http={http}", 400);

        problem.GetProperty("errors").GetProperty("http")[0].GetString()!.ShouldContain("Set Backend:Http2Address");
    }

    /// <summary>The labels of the metrics have the names as they are declared.</summary>
    [Theory]
    [InlineData("Strategy=Read-As-Async&FANOUT=Parallel&client=SHARED&resilience=Standard", "read-as-async", "shared")]
    [InlineData("strategy=WEBCLIENT-SYNC&fanout=PARALLEL&resilience=NONE", "webclient-sync", "own")]
    public async Task NamesInOtherCase_GetCustomer_AreAccepted(string query, string strategy, string client)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);

        await frontend.GetBodyAsync($"/api/customer/1?{query}");

        await frontend.WaitForRequestsAsync(
            1, $"strategy=\"{strategy}\"", $"client_lifetime=\"{client}\"", "fanout=\"parallel\"");
    }

    [Fact]
    public async Task DefaultsConfiguredInOtherCase_GetCustomerWithoutFlags_UsesTheDefaults()
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync,
            ("Client:Strategy", "Headers-Read-Stj"), ("Client:Lifetime", "per-request"), ("Client:FanOut", "PARALLEL"),
            ("Client:Resilience", "standard"));

        await frontend.GetBodyAsync("/api/customer/1");

        await frontend.WaitForRequestsAsync(1, "strategy=\"headers-read-stj\"", "client_lifetime=\"per-request\"",
            "fanout=\"parallel\"", "resilience=\"standard\"");
    }

    [Theory]
    [MemberData(nameof(StrategyData.WebClientStrategies), MemberType = typeof(StrategyData))]
    public async Task DefaultsOfHttpClient_GetCustomerWithWebClient_DoNotApply(string strategy)
    {
        var frontend = await frontends.GetAsync(
            Respond.AtFirst(Respond.WithStatus(503)), ("Client:Resilience", "standard"), ("Client:Http", "2"));

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);
        await frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}&resilience=none");

        frontend.Requests.Count.ShouldBe(5);
        await frontend.WaitForRequestsAsync(
            2, $"strategy=\"{strategy}\"", "client_lifetime=\"own\"", "resilience=\"none\"");
    }

    private async Task<JsonElement> GetErrorsAsync(string query)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{query}", 400);

        frontend.Requests.ShouldBeEmpty();
        return problem.GetProperty("errors");
    }
}
