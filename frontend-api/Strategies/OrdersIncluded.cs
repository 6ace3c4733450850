using FrontendApi.Backend;
using FrontendApi.Customers;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads a customer and its orders with one call. The back-end needs a route for this answer, and reads
/// and sends all of it even to a caller that needs a part.
/// </summary>
internal sealed class OrdersIncluded : OneCallStrategy
{
    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class =>
        client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);

    public override async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var both = await CallAsync<CustomerWithOrders>(calls, BackendResource.CustomerWithOrders(id));
        return CustomerAggregate.Create(both.Customer, both.Orders);
    }
}
