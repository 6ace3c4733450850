namespace FrontendApi.Strategies;

/// <summary>A way to read all orders of a customer with one call instead of one call for each order.</summary>
internal interface IOrderListStrategy : IHttpClientStrategy
{
    /// <summary>The path of the orders, from that of the customer.</summary>
    string OrdersPath { get; }

    /// <summary>Returns the items of a JSON array. The caller may stop before the last one.</summary>
    IAsyncEnumerable<T?> ReadListAsync<T>(HttpClient client, string path, CancellationToken cancellationToken);
}
