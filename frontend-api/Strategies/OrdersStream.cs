using System.Text.Json;
using FrontendApi.Backend;
using FrontendApi.Customers;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads all orders of a customer with one call, each as soon as it arrives. The back-end sends an
/// order as soon as it has it (IAsyncEnumerable on both sides). It needs .NET 6 or later.
/// </summary>
internal sealed class OrdersStream : OneCallStrategy
{
    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class =>
        client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);

    public override async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var customer = await CallAsync<Customer>(calls, BackendResource.Customer(id));
        var orders = await calls.CallAsync(BackendResource.Orders(id, "/orders/stream"), customer, ReadOrdersAsync);
        return CustomerAggregate.Create(customer, orders);
    }

    // Stops at the first order that is not expected.
    private static async Task<Order[]?> ReadOrdersAsync(Customer customer, BackendCalls calls, BackendResource resource)
    {
        var (orders, count) = (new Order[customer.OrderIds.Length], 0);
        // GetFromJsonAsAsyncEnumerable would do the same without a limit of the size.
        await using var body = LengthLimitedStream.Create(
            await calls.Client!.GetStreamAsync(resource.Path, calls.CancellationToken), calls.Client!);
        await foreach (var order in JsonSerializer.DeserializeAsyncEnumerable(
            body, BackendJsonContext.Default.Order, calls.CancellationToken))
        {
            if (count == orders.Length || order?.IsValidFor(BackendResource.Order(customer.Id, customer.OrderIds[count])) is not true)
                return null;
            orders[count++] = order;
        }

        return count == orders.Length ? orders : null;
    }
}
