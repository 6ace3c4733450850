using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads all orders of a customer with one call, as an array. The back-end sends the array when it has
/// all orders, and the front-end uses them after the end of the array.
/// </summary>
internal sealed class OrdersArray() : OneCallStrategy(
    "orders-array", "HttpClient.GetFromJsonAsync; one call for all orders, as an array", ".NET 6, 2021")
{
    public override async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var customer = await CallAsync<Customer>(calls, BackendResource.Customer(id));
        var orders = await calls.CallAsync(BackendResource.Orders(id, "/orders"), customer, ReadOrdersAsync);
        return CustomerAggregate.Create(customer, orders);
    }

    private static async Task<Order[]?> ReadOrdersAsync(Customer customer, BackendCalls calls, BackendResource resource)
    {
        var orders = await calls.Client!.GetFromJsonAsync(
            resource.Path, BackendJsonContext.Default.OrderArray, calls.CancellationToken);
        return customer.Owns(orders) ? orders : null;
    }
}
