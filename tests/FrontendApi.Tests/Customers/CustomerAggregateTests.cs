namespace FrontendApi.Tests.Customers;

public sealed class CustomerAggregateTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    [Fact]
    public async Task BackendUp_GetCustomer_ReturnsOrdersInsteadOfOrderIdsAndItsTimeAndCalls()
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);
        using var client = frontend.CreateHttpClient();

        using var response = await client.GetAsync(
            "/api/customer/1?fanout=parallel", TestContext.Current.CancellationToken);

        response.Headers.GetValues("Server-Timing").Single()
            .ShouldMatch("""^backend;dur=\d+(\.\d+)?;desc="4 calls"$""");
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        var aggregate = JsonElement.Parse(body);
        aggregate.EnumerateObject().Select(property => property.Name).ShouldBe(
            ["id", "name", "email", "phone", "address", "registeredAt", "notes", "orders"]);
        aggregate.GetProperty("orders").EnumerateArray().Select(order => order.GetProperty("id").GetInt32())
            .ShouldBe([11, 12, 13]);
    }
}
