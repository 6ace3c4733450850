using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads a customer and its orders with one call. The back-end needs a route for this answer, and reads
/// and sends all of it even to a caller that needs a part.
/// </summary>
internal sealed class OrdersIncluded() : OneCallStrategy(
    "orders-included", "HttpClient.GetFromJsonAsync; one call for the customer and all orders", ".NET 6, 2021")
{
    public override async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var both = await CallAsync<CustomerWithOrders>(
            calls, BackendResource.CustomerWithOrders(id), calls.RequestAborted);
        return CustomerAggregate.Create(both.Customer, both.Orders);
    }
}
