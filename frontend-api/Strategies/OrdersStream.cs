using System.Text.Json;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads all orders of a customer with one call, each as soon as it arrives. The back-end sends an
/// order as soon as it has it (IAsyncEnumerable on both sides). It needs .NET 6 or later.
/// </summary>
internal sealed class OrdersStream() : OneCallStrategy(
    "orders-stream", "HttpClient.GetStreamAsync; one call for all orders, each as it arrives", ".NET 6, 2021")
{
    public override async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var customer = await CallAsync<Customer>(calls, BackendResource.Customer(id));
        var orders = await calls.CallAsync(BackendResource.Orders(id, "/orders/stream"), customer, ReadOrdersAsync);
        return CustomerAggregate.Create(customer, orders);
    }

    // Reads one order more than the customer has at most.
    private static async Task<Order[]?> ReadOrdersAsync(Customer customer, BackendCalls calls, BackendResource resource)
    {
        // GetFromJsonAsAsyncEnumerable would do the same without a limit of the size.
        await using var body = new LengthLimitedStream(
            await calls.Client!.GetStreamAsync(resource.Path, calls.CancellationToken),
            calls.Client.MaxResponseContentBufferSize);
        var orders = await JsonSerializer
            .DeserializeAsyncEnumerable(body, BackendJsonContext.Default.Order, calls.CancellationToken)
            .Take(customer.OrderIds.Length + 1).ToArrayAsync(calls.CancellationToken);
        return customer.Owns(orders) ? orders as Order[] : null;
    }
}
