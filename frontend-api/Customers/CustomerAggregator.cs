using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FrontendApi.Backend;
using FrontendApi.Caching;
using FrontendApi.Strategies;
using Microsoft.Extensions.Options;

namespace FrontendApi.Customers;

/// <summary>
/// Reads a customer and then the customer's orders from the back-end: 1 + N calls for N orders, 2 calls with a strategy
/// that reads all orders with one call, or 1 call with a strategy that reads the customer with its orders.
/// </summary>
internal sealed class CustomerAggregator(
    CachedBackendCaller backend,
    HttpClientProvider httpClients,
    WebClientProvider webClients,
    IOptions<BackendOptions> options,
    TimeProvider time)
{
    /// <exception cref="BackendException">The back-end failed, or the time limit of the aggregate elapsed.</exception>
    public async Task<(CustomerAggregate Aggregate, BackendTiming Timing)> ReadAsync(
        int id, CustomerFlags flags, CancellationToken requestAborted)
    {
        var started = time.GetTimestamp();
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(requestAborted);
        deadline.CancelAfter(options.Value.AggregateTimeout);
        var request = new BackendCallContext(flags.Strategy.Name, flags.Resilience, requestAborted, deadline.Token);
        try
        {
            var aggregate = await ReadAsync(id, flags, request);
            return (aggregate, new(time.GetElapsedTime(started), request.Attempts));
        }
        catch (OperationCanceledException) when (!requestAborted.IsCancellationRequested)
        {
            throw new BackendException(BackendFailure.Timeout, BackendResource.Customer(id))
            {
                Detail = "The customer and its orders were not read within the time limit (Backend:AggregateTimeout).",
            };
        }
    }

    private async Task<CustomerAggregate> ReadAsync(int id, CustomerFlags flags, BackendCallContext request)
    {
        using var reader = flags.Strategy.OpenReader(httpClients, webClients, flags.Lifetime, flags.Client);
        var source = new Source(flags, request, reader);
        if (flags.Strategy.IncludesOrders)
        {
            var both = await ReadAsync<CustomerWithOrders>(source, BackendResource.CustomerWithOrders(id));
            return CustomerAggregate.Create(both.Customer, both.Orders);
        }

        var customer = await ReadAsync<Customer>(source, BackendResource.Customer(id));
        var orders = flags.Strategy.OrdersPath is { } path
            ? await ReadListAsync(source, customer, BackendResource.Orders(customer.Id, path))
            : flags.FanOut is FanOutMode.Parallel
                ? await ReadInParallel(customer.OrderIds, ReadOrder, flags.Strategy.IsBlocking)
                : await ReadInSequence(customer.OrderIds, ReadOrder);
        return CustomerAggregate.Create(customer, orders);

        Task<Order> ReadOrder(int orderId) => ReadAsync<Order>(source, BackendResource.Order(customer.Id, orderId));
    }

    private static async Task<Order[]> ReadInSequence(IReadOnlyList<int> ids, Func<int, Task<Order>> read)
    {
        var orders = new Order[ids.Count];
        for (var i = 0; i < orders.Length; i++)
            orders[i] = await read(ids[i]);
        return orders;
    }

    private static Task<Order[]> ReadInParallel(IReadOnlyList<int> ids, Func<int, Task<Order>> read, bool blocking) =>
        Task.WhenAll(ids.Select(id => blocking ? Task.Run(() => read(id)) : read(id)));

    /// <summary>
    /// Reads all orders of a customer with one call. The list must have the orders that the customer has, and is not
    /// read beyond the first order that is not expected.
    /// </summary>
    private Task<Order[]> ReadListAsync(Source source, Customer customer, BackendResource resource) =>
        backend.CallAsync(
            source.Flags.Cache, new(source.Flags, resource), source.Request, (source.Reader, customer, resource),
            static async (read, cancellationToken) =>
            {
                var (ids, count) = (read.customer.OrderIds, 0);
                var orders = new Order[ids.Count];
                await foreach (var order in read.Reader.ReadListAsync<Order>(read.resource.Path, cancellationToken))
                {
                    if (count == ids.Count || order is not IBackendDocument document
                        || !document.IsValidFor(BackendResource.Order(read.customer.Id, ids[count])))
                    {
                        throw new BackendException(BackendFailure.InvalidBody, read.resource);
                    }

                    orders[count++] = order;
                }

                return count == ids.Count ? orders : throw new BackendException(
                    BackendFailure.InvalidBody, read.resource);
            });

    private Task<T> ReadAsync<T>(Source source, BackendResource resource)
        where T : class, IBackendDocument => backend.CallAsync(
            source.Flags.Cache, new(source.Flags, resource), source.Request, (source.Reader, resource),
            static async (read, cancellationToken) =>
                await read.Reader.ReadAsync<T>(read.resource.Path, cancellationToken) is { } document
                && document.IsValidFor(read.resource)
                    ? document
                    : throw new BackendException(BackendFailure.InvalidBody, read.resource));

    /// <summary>Holds what is the same for all reads for one incoming request.</summary>
    private readonly record struct Source(CustomerFlags Flags, BackendCallContext Request, IStrategyReader Reader);
}

/// <summary>A customer with the orders themselves instead of their ids.</summary>
internal sealed record CustomerAggregate(
    int Id,
    string Name,
    string Email,
    string Phone,
    Address Address,
    DateTimeOffset RegisteredAt,
    string Notes,
    IReadOnlyList<Order> Orders)
{
    public static CustomerAggregate Create(Customer customer, IReadOnlyList<Order> orders) =>
        new(customer.Id, customer.Name, customer.Email, customer.Phone, customer.Address, customer.RegisteredAt,
            customer.Notes, orders);
}

/// <summary>The time that a request spent on calls to the back-end, for the response header Server-Timing.</summary>
/// <param name="Duration">The time from the start of the first call until the last document has been parsed.</param>
/// <param name="Calls">The number of calls to the back-end, including retries.</param>
internal readonly record struct BackendTiming(TimeSpan Duration, int Calls)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"backend;dur={Duration.TotalMilliseconds:0.###};desc=\"{Calls} {(Calls is 1 ? "call" : "calls")}\"");
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(CustomerAggregate))]
[JsonSerializable(typeof(StrategyCatalogResponse))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
