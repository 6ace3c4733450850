using BackendApi.Ingestion;

namespace BackendApi.Tests.Customers;

/// <summary>
/// Tests the routes that return all orders of a customer: as an array, as a stream, and with the customer.
/// </summary>
[TimeLimit(60)]
public sealed class OrderListTests
{
    /// <summary>A customer with two orders.</summary>
    private const string Customer = "/api/customer/2";

    private const string Array = $"{Customer}/orders";
    private const string Stream = $"{Customer}/orders/stream";

    public static TheoryData<string> Routes => [Array, Stream];

    [Theory]
    [MemberData(nameof(Routes))]
    public async Task Customer_GetOrders_ReturnsTheBytesOfEachOrderAsAnArray(string route)
    {
        await using var backend = Start();
        for (var id = 1; id <= 5; id++)
        {
            var customer = (await backend.GetAsync($"/api/customer/{id}")).Body;
            var orders = new List<string>();
            foreach (var order in JsonDocument.Parse(customer).RootElement.GetProperty("orderIds").EnumerateArray())
                orders.Add((await backend.GetAsync($"/api/customer/{id}/order/{order}")).Body);

            var (status, list) = await backend.GetAsync(route.Replace("/2/", $"/{id}/", StringComparison.Ordinal));

            status.ShouldBe(200);
            list.ShouldBe($"[{string.Join(',', orders)}]");
        }
    }

    [Fact]
    public async Task Customer_GetWithOrders_ReturnsTheBytesOfTheCustomerAndOfItsOrders()
    {
        await using var backend = Start();
        for (var id = 1; id <= 5; id++)
        {
            var customer = (await backend.GetAsync($"/api/customer/{id}")).Body;
            var orders = (await backend.GetAsync($"/api/customer/{id}/orders")).Body;

            var (status, both) = await backend.GetAsync($"/api/customer/{id}/with-orders");

            status.ShouldBe(200);
            both.ShouldBe($"{{\"customer\":{customer},\"orders\":{orders}}}");
        }
    }

    [Theory]
    [InlineData(Array)]
    [InlineData(Stream)]
    [InlineData($"{Customer}/with-orders")]
    public async Task UnknownCustomer_GetOrders_Returns404(string route)
    {
        await using var backend = Start();

        var (status, body) = await backend.GetAsync(route.Replace("/2/", "/6/", StringComparison.Ordinal));

        status.ShouldBe(404, body);
        body.ShouldContain("There is no customer 6.");
    }

    private static ServiceFactory<BackendMetrics> Start() => new(("Data:Customers", "5"));
}
