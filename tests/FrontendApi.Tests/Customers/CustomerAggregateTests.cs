namespace FrontendApi.Tests.Customers;

public sealed class CustomerAggregateTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    [Fact]
    public async Task BackendUp_GetCustomer_ReturnsTheCustomerWithOrdersInsteadOfOrderIds()
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);

        var body = await frontend.GetBodyAsync("/api/customer/1");

        var aggregate = JsonDocument.Parse(body).RootElement;
        aggregate.EnumerateObject().Select(property => property.Name).ShouldBe(
            ["id", "name", "email", "phone", "address", "registeredAt", "notes", "orders"]);
        aggregate.GetProperty("orders").EnumerateArray().Select(order => order.GetProperty("id").GetInt32())
            .ShouldBe([11, 12, 13]);
        aggregate.GetProperty("orders")[0].GetProperty("items")[0].GetProperty("unitPrice").GetRawText()
            .ShouldBe("12.50");
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task UnusualValues_GetCustomer_ReturnsTheSameResponseWithEveryStrategyAndTheDeclaredCalls(
        string strategy)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);

        var body = await frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}");

        frontend.Requests.Count.ShouldBe(StrategyData.CountCalls(strategy));
        body.ShouldBe(await frontend.GetBodyAsync("/api/customer/1?strategy=get-from-json"));
    }

    [Theory]
    [InlineData("sequential")]
    [InlineData("parallel")]
    public async Task BackendUp_GetCustomer_ReturnsTimeAndNumberOfCallsInServerTimingHeader(string fanOut)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);
        using var client = frontend.CreateHttpClient();

        using var response = await client.GetAsync(
            $"/api/customer/1?fanout={fanOut}", TestContext.Current.CancellationToken);

        response.Headers.GetValues("Server-Timing").Single()
            .ShouldMatch("""^backend;dur=\d+(\.\d+)?;desc="4 calls"$""");
    }
}
