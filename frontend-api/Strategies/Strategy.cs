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
        var customer = await CallAsync<Customer>(calls, BackendResource.Customer(id), calls.RequestAborted);
        if (fanOut is FanOutMode.Parallel)
            return CustomerAggregate.Create(customer, await ReadInParallelAsync(customer, calls));

        var orders = new Order[customer.OrderIds.Length];
        for (var i = 0; i < orders.Length; i++)
        {
            orders[i] = await CallAsync<Order>(
                calls, BackendResource.Order(id, customer.OrderIds[i]), calls.RequestAborted);
        }

        return CustomerAggregate.Create(customer, orders);
    }

    /// <summary>Reads one document. Throws whatever the client or the parser throws.</summary>
    protected abstract Task<T?> ReadAsync<T>(
        BackendCalls calls, BackendResource resource, CancellationToken cancellationToken)
        where T : class;

    /// <summary>Makes one call to the back-end, and checks that the document is the one that was requested.</summary>
    protected Task<T> CallAsync<T>(BackendCalls calls, BackendResource resource, CancellationToken stop)
        where T : class, IBackendDocument => CallAsync<T>(new BackendCall(calls, resource, stop));

    private async Task<T> CallAsync<T>(BackendCall call)
        where T : class, IBackendDocument
    {
        var outcome = "success";
        try
        {
            var document = await ReadAsync<T>(call.Calls, call.Resource, call.CancellationToken);
            return document?.IsValidFor(call.Resource) is true
                ? document
                : throw new BackendException(BackendFailure.InvalidBody, call.Resource);
        }
        catch (Exception exception)
        {
            throw call.Fail(exception, out outcome);
        }
        finally
        {
            call.End(outcome);
        }
    }

    /// <summary>Reads all orders at the same time. The first failure ends the other calls.</summary>
    private async Task<Order[]> ReadInParallelAsync(Customer customer, BackendCalls calls)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(calls.RequestAborted);
        Task<Order>[] reads = [.. customer.OrderIds.Select(
            id => this is IBlockingStrategy ? Task.Run(() => ReadOrderAsync(id)) : ReadOrderAsync(id))];
        Task<Order>? failed = null;
        await foreach (var read in Task.WhenEach(reads))
        {
            if (read.IsCompletedSuccessfully || failed is not null)
                continue;
            failed = read;
            await stop.CancelAsync();
        }

        return failed is null ? await Task.WhenAll(reads) : [await failed];

        Task<Order> ReadOrderAsync(int id) =>
            CallAsync<Order>(calls, BackendResource.Order(customer.Id, id), stop.Token);
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

    protected sealed override Task<T?> ReadAsync<T>(
        BackendCalls calls, BackendResource resource, CancellationToken cancellationToken)
        where T : class => ReadAsync<T>(calls.Client!, resource.Path, cancellationToken);
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

    protected sealed override Task<T?> ReadAsync<T>(
        BackendCalls calls, BackendResource resource, CancellationToken cancellationToken)
        where T : class =>
        calls.Caller.WebClients.RunAsync(calls, client => ReadAsync<T>(client, resource.Path), cancellationToken);
}
