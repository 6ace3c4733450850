using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy gives a customer with its orders. Most strategies only say how one document is read, and inherit the
/// 1 + N calls for N orders. What a strategy supports is seen from the type that it derives from.
/// </summary>
internal abstract class Strategy(string name, string summary, string source)
{
    /// <summary>The name of the strategy: the value of the query flag and of the metrics label.</summary>
    public string Name => name;

    /// <summary>The client method, and the parser that turns the response body into an object.</summary>
    public string Summary => summary;

    /// <summary>Who measured the strategy first, or the .NET version that introduced it.</summary>
    public string Source => source;

    /// <summary>Reads a customer, and then each of the customer's orders.</summary>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public virtual async Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls)
    {
        var customer = await CallAsync<Customer>(calls, BackendResource.Customer(id));
        if (fanOut is FanOutMode.Parallel)
            return CustomerAggregate.Create(customer, await ReadInParallelAsync(customer, calls));

        var orders = new Order[customer.OrderIds.Length];
        for (var i = 0; i < orders.Length; i++)
            orders[i] = await CallAsync<Order>(calls, BackendResource.Order(id, customer.OrderIds[i]));
        return CustomerAggregate.Create(customer, orders);
    }

    /// <summary>Reads one document. Throws whatever the client or the parser throws.</summary>
    protected abstract Task<T?> ReadAsync<T>(BackendCalls calls, BackendResource resource)
        where T : class;

    /// <summary>Makes one call to the back-end, and checks that the document is the one that was requested.</summary>
    protected Task<T> CallAsync<T>(BackendCalls calls, BackendResource resource)
        where T : class => calls.CallAsync(
            resource, this, static (strategy, calls, resource) => strategy.ReadAsync<T>(calls, resource));

    /// <summary>Reads all orders at the same time. The first failure ends the other calls.</summary>
    private async Task<Order[]> ReadInParallelAsync(Customer customer, BackendCalls calls)
    {
        Task<Order>[] reads = [.. customer.OrderIds.Select(
            orderId => this is IBlockingStrategy ? Task.Run(() => ReadOrderAsync(orderId)) : ReadOrderAsync(orderId))];
        Task<Order>? failed = null;
        await foreach (var read in Task.WhenEach(reads))
        {
            if (read.IsCompletedSuccessfully || failed is not null)
                continue;
            failed = read;
            calls.Cancel();
        }

        return failed is null ? await Task.WhenAll(reads) : [await failed];

        Task<Order> ReadOrderAsync(int orderId) => CallAsync<Order>(calls, BackendResource.Order(customer.Id, orderId));
    }
}

/// <summary>Marks a strategy that blocks a thread while the back-end works.</summary>
internal interface IBlockingStrategy;

/// <summary>Marks a strategy that needs HTTP/2: without the flag http it uses 2, and 1.1 is an error.</summary>
internal interface IHttp2Strategy;

/// <summary>Marks a strategy that shares its HttpClient with no other one, even with client=shared.</summary>
internal interface IExclusiveClient;

/// <summary>A strategy that reads documents with HttpClient.</summary>
internal abstract class HttpClientStrategy(string name, string summary, string source)
    : Strategy(name, summary, source)
{
    protected abstract Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class;

    protected sealed override Task<T?> ReadAsync<T>(BackendCalls calls, BackendResource resource)
        where T : class => ReadAsync<T>(calls.Client!, resource.Path, calls.CancellationToken);
}

/// <summary>
/// A strategy that reads documents with a library above HttpClient. The library has a method for each kind of document,
/// so it needs the ids of the document instead of its path.
/// </summary>
internal abstract class TypedClientStrategy(string name, string summary, string source)
    : Strategy(name, summary, source)
{
    protected abstract Task<T?> ReadAsync<T>(
        HttpClient client, BackendResource resource, CancellationToken cancellationToken)
        where T : class;

    protected sealed override Task<T?> ReadAsync<T>(BackendCalls calls, BackendResource resource)
        where T : class => ReadAsync<T>(calls.Client!, resource, calls.CancellationToken);
}

/// <summary>A strategy that reads all orders of a customer with one call, so there is no fan-out.</summary>
internal abstract class OneCallStrategy(string name, string summary, string source)
    : HttpClientStrategy(name, summary, source)
{
    public abstract override Task<CustomerAggregate> ReadCustomerAsync(int id, string fanOut, BackendCalls calls);

    protected sealed override Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class => client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);
}

/// <summary>
/// A strategy that reads documents with WebClient. Nothing that a caller does cancels a call, so there is no token.
/// </summary>
internal abstract class WebClientStrategy(string name, string summary, string source)
    : Strategy(name, summary, source)
{
    protected abstract Task<T?> ReadAsync<T>(WebClient client, string path)
        where T : class;

    protected sealed override Task<T?> ReadAsync<T>(BackendCalls calls, BackendResource resource)
        where T : class => this is IBlockingStrategy
            ? calls.WebClients.RunBlockingRead(calls, client => ReadAsync<T>(client, resource.Path))
            : calls.WebClients.RunReadAsync(calls, client => ReadAsync<T>(client, resource.Path));
}

/// <summary>A customer with the orders themselves instead of their ids.</summary>
internal sealed record CustomerAggregate(
    int Id, string Name, string Email, string Phone, Address Address, DateTimeOffset RegisteredAt, string Notes,
    Order[] Orders)
{
    public static CustomerAggregate Create(Customer customer, Order[] orders) =>
        new(customer.Id, customer.Name, customer.Email, customer.Phone, customer.Address, customer.RegisteredAt,
            customer.Notes, orders);
}

internal static class FanOutMode
{
    public const string Sequential = "sequential"; // one order after the other, as in the publications
    public const string Parallel = "parallel"; // all at the same time; a blocking strategy takes a thread for each
    public const string OneCallLabel = "one-call"; // the metrics label of strategies that read all orders with one call
}
