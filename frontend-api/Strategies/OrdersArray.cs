using System.Runtime.CompilerServices;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads all orders of a customer with one call, as an array. The back-end sends the array when it has
/// all orders, and the front-end uses them after the end of the array.
/// </summary>
internal sealed class OrdersArray : IOrderListStrategy
{
    public string OrdersPath => "/orders";

    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);

    public async IAsyncEnumerable<T?> ReadListAsync<T>(
        HttpClient client, string path, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var list = await client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T[]>(), cancellationToken);
        foreach (var item in list ?? [])
            yield return item;
    }
}
