using System.Text.Json;

namespace FrontendApi.Tests.Customers;

public sealed class CustomerAggregateTests
{
    [Fact]
    public async Task BackendUp_GetCustomer_ReturnsTheCustomerWithOrdersInsteadOfOrderIds()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address);

        var (_, body) = await frontend.GetAsync("/api/customer/1");

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
    public async Task UnusualValues_GetCustomer_ReturnsTheSameResponseWithEveryStrategy(string strategy)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address);

        var (_, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}");

        body.ShouldBe((await frontend.GetAsync("/api/customer/1?strategy=get-from-json")).Body);
    }

    [Theory]
    [InlineData("sequential")]
    [InlineData("parallel")]
    public async Task BackendUp_GetCustomer_ReturnsTimeAndNumberOfCallsInServerTimingHeader(string fanOut)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address);
        using var client = frontend.CreateHttpClient();

        using var response = await client.GetAsync(
            $"/api/customer/1?fanout={fanOut}", TestContext.Current.CancellationToken);

        response.Headers.GetValues("Server-Timing").Single()
            .ShouldMatch("""^backend;dur=\d+(\.\d+)?;desc="4 calls"$""");
    }
}
