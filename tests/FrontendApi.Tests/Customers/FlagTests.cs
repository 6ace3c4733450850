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
    [InlineData("timeout=5", "timeout", "Unknown flag 'timeout'.")]
    [InlineData("strategy=webclient-sync&Client=shared", "client", "owns its client")]
    [InlineData("strategy=WebClient-Async&resilience=hedging", "resilience", "accepts 'none' only")]
    [InlineData("strategy=orders-included&fanout=parallel", "fanout", "with one call")]
    [InlineData("strategy=grpc&http=1.1", "http", "needs HTTP/2. Leave out the flag 'http'.")]
    public async Task InvalidFlag_GetCustomer_Returns400(string query, string flag, string message) =>
        (await GetErrorsAsync(query)).GetProperty(flag)[0].GetString()!.ShouldContain(message);

    [Fact]
    public async Task NamesAndDefaultsInOtherCase_GetCustomer_AreInTheMetricsAsDeclared()
    {
        var frontend = await frontends.GetAsync(
            BackendDocuments.SendAsync, ("Client:FanOut", "PARALLEL"), ("Client:Resilience", "Standard"));

        await frontend.GetBodyAsync("/api/customer/1?Strategy=Read-As-Async&client=SHARED");

        await frontend.WaitForRequestsAsync(1, "strategy=\"read-as-async\"", "client=\"shared\"",
            "fanout=\"parallel\"", "resilience=\"standard\"");
    }

    [Theory]
    [InlineData("http=2-multi")]
    [InlineData("strategy=grpc")]
    public async Task BackendWithoutAddressForHttp2_GetCustomer_Returns400WithTheSetting(string flags)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{flags}", 400);

        problem.GetProperty("errors").GetProperty("http")[0].GetString()!.ShouldContain("Set Backend:Http2Address");
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
            2, $"strategy=\"{strategy}\"", "client=\"own\"", "resilience=\"none\"");
    }

    private async Task<JsonElement> GetErrorsAsync(string query)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{query}", 400);

        frontend.Requests.ShouldBeEmpty();
        return problem.GetProperty("errors");
    }
}
