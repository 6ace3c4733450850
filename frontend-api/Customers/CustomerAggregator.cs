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
        using var reader = new BackendReader(plan, tools);
        var customer = await reader.ReadAsync<Customer>(BackendResource.Customer(id), cancellationToken);
        var orders = plan.FanOut is FanOut.Parallel
            ? await ReadParallel(reader, customer, plan.Strategy.Blocking, cancellationToken)
            : await ReadSequential(reader, customer, cancellationToken);
        return (CustomerAggregate.Of(customer, orders), new(tools.Time.GetElapsedTime(started), reader.Calls));
    }

    private static async Task<Order[]> ReadSequential(
        BackendReader reader, Customer customer, CancellationToken cancellationToken)
    {
        var orders = new Order[customer.OrderIds.Count];
        for (var i = 0; i < orders.Length; i++)
            orders[i] = await ReadOrder(reader, customer.Id, customer.OrderIds[i], cancellationToken);
        return orders;
    }

    private static Task<Order[]> ReadParallel(
        BackendReader reader, Customer customer, bool blocking, CancellationToken cancellationToken) =>
        Task.WhenAll(customer.OrderIds.Select(id => blocking
            ? Task.Run(() => ReadOrder(reader, customer.Id, id, cancellationToken), cancellationToken)
            : ReadOrder(reader, customer.Id, id, cancellationToken)));

    private static Task<Order> ReadOrder(BackendReader reader, int customerId, int id, CancellationToken cancellationToken) =>
        reader.ReadAsync<Order>(BackendResource.Order(customerId, id), cancellationToken);
}
