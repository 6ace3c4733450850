using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads all orders of a customer with one call, each as soon as it arrives. The back-end sends an
/// order as soon as it has it (IAsyncEnumerable on both sides). It needs .NET 8 or later.
/// </summary>
internal sealed class OrdersStream : IOrderListStrategy
{
    public string OrdersPath => "/orders/stream";

    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);

    public IAsyncEnumerable<T?> ReadListAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsAsyncEnumerable(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);
}
