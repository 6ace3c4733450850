using FrontendApi.Backend;

namespace FrontendApi.Customers;

/// <summary>Reads a customer and then its orders: 1 + N calls.</summary>
internal sealed class CustomerAggregator(ReadingTools tools)
{
    /// <returns>The aggregate, and what the back-end had in it.</returns>
    public async Task<(CustomerAggregate Aggregate, BackendShare Share)> ReadAsync(
        int id, CallPlan plan, CancellationToken cancellationToken)
    {
        var started = tools.Time.GetTimestamp();
        using var reader = new BackendReader(plan, tools, cancellationToken);
        var customer = await reader.ReadAsync<Customer>(BackendResource.Customer(id));
        var orders = plan.FanOut is FanOut.Parallel
            ? await ReadParallel(reader, customer, plan.Strategy.Blocking)
            : await ReadSequential(reader, customer);
        return (CustomerAggregate.Of(customer, orders), new(tools.Time.GetElapsedTime(started), reader.Calls));
    }

    private static async Task<Order[]> ReadSequential(BackendReader reader, Customer customer)
    {
        var orders = new Order[customer.OrderIds.Count];
        for (var i = 0; i < orders.Length; i++)
            orders[i] = await ReadOrder(reader, customer.Id, customer.OrderIds[i]);
        return orders;
    }

    private static Task<Order[]> ReadParallel(BackendReader reader, Customer customer, bool blocking) =>
        Task.WhenAll(customer.OrderIds.Select(id => blocking
            ? Task.Run(() => ReadOrder(reader, customer.Id, id))
            : ReadOrder(reader, customer.Id, id)));

    private static Task<Order> ReadOrder(BackendReader reader, int customerId, int id) =>
        reader.ReadAsync<Order>(BackendResource.Order(customerId, id));
}
