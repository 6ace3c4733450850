using System.Net;
using FrontendApi.Backend;
using FrontendApi.Customers;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy gives a customer with its orders. Most strategies only say how one document is read, and inherit the 1 + N
/// calls for N orders. What a strategy supports is seen from the type that it derives from.
/// </summary>
internal abstract class Strategy
{
    /// <summary>The name of the strategy: the value of the query flag and of the metrics label.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// The client method that the strategy calls, and the parser that turns the response body into an object.
    /// </summary>
    public required string Summary { get; init; }

    /// <summary>Who measured the strategy first, or the .NET version that introduced it.</summary>
    public required string Source { get; init; }

    /// <summary>Reads a customer, and then each of the customer's orders.</summary>
    /// <param name="id">The id of the customer.</param>
    /// <param name="fanOut">Whether the orders are read one after the other or at the same time.</param>
    /// <param name="calls">Makes the calls to the back-end for the incoming request.</param>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public virtual async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var customer = await CallAsync<Customer>(calls, BackendResource.Customer(id));
        if (fanOut is FanOutMode.Parallel)
        {
            return CustomerAggregate.Create(customer, await Task.WhenAll(customer.OrderIds.Select(
                orderId => this is IBlockingStrategy ? Task.Run(() => ReadOrder(orderId)) : ReadOrder(orderId))));
        }

        var orders = new Order[customer.OrderIds.Length];
        for (var i = 0; i < orders.Length; i++)
            orders[i] = await ReadOrder(customer.OrderIds[i]);
        return CustomerAggregate.Create(customer, orders);

        Task<Order> ReadOrder(int orderId) => CallAsync<Order>(calls, BackendResource.Order(id, orderId));
    }

    /// <summary>Reads one document with the client of the strategy.</summary>
    protected abstract Task<T?> ReadAsync<T>(BackendCalls calls, string path)
        where T : class;

    /// <summary>Makes one call to the back-end, and checks that the document is the one that was requested.</summary>
    protected Task<T> CallAsync<T>(BackendCalls calls, BackendResource resource)
        where T : class => calls.CallAsync(
        resource, this, static (strategy, calls, resource) => strategy.ReadAsync<T>(calls, resource.Path));
}

/// <summary>Marks a strategy that blocks a thread while the back-end works.</summary>
internal interface IBlockingStrategy;

/// <summary>
/// A strategy that reads documents with HttpClient. Derived classes throw whatever the client or the parser throws.
/// </summary>
internal abstract class HttpClientStrategy : Strategy
{
    protected abstract Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class;

    protected sealed override Task<T?> ReadAsync<T>(BackendCalls calls, string path)
        where T : class => ReadAsync<T>(calls.Client!, path, calls.CancellationToken);
}

/// <summary>A strategy with HttpClient that reads all orders of a customer with one call, so there is no fan-out.</summary>
internal abstract class OneCallStrategy : HttpClientStrategy
{
    public abstract override Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls);
}

/// <summary>
/// A strategy that reads documents with WebClient. Derived classes throw whatever the client or the parser throws. There
/// is no cancellation token, because nothing that a caller does cancels the call.
/// </summary>
internal abstract class WebClientStrategy : Strategy
{
    protected abstract Task<T?> ReadAsync<T>(WebClient client, string path)
        where T : class;

    protected sealed override Task<T?> ReadAsync<T>(BackendCalls calls, string path)
        where T : class => this is IBlockingStrategy
            ? calls.WebClients.RunBlockingRead(calls, client => ReadAsync<T>(client, path))
            : calls.WebClients.RunReadAsync(calls, client => ReadAsync<T>(client, path));
}
