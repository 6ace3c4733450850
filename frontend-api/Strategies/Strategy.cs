using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>A strategy of the catalogue: its description, and how it reads documents from the back-end.</summary>
internal abstract class Strategy(string name, string summary, string source)
{
    /// <summary>The name of the strategy: the value of the query flag and of the metrics label.</summary>
    public string Name { get; } = name;

    /// <summary>
    /// The client method that the strategy calls, and the parser that turns the response body into an object.
    /// </summary>
    public string Summary { get; } = summary;

    /// <summary>Who measured the strategy first, or the .NET version that introduced it.</summary>
    public string StrategyOrigin { get; } = source;

    /// <summary>Whether the strategy blocks a thread while the back-end works.</summary>
    public bool IsBlocking { get; init; }

    /// <summary>
    /// Whether the strategy has its own client, so that callers cannot choose the lifetime of the client or its
    /// settings.
    /// </summary>
    public abstract bool OwnsClient { get; }

    /// <summary>
    /// A resource that the strategy needs and that exists only once per process, or null if there is none. Of two
    /// strategies that need the same resource, the one that is called first gets it.
    /// </summary>
    public abstract string? ExclusiveResource { get; }

    /// <summary>
    /// Whether callers can choose the encoding of the back-end's responses. The framing of gRPC does not use the
    /// encodings of HTTP: it marks each message that is compressed.
    /// </summary>
    public bool AcceptsEncodings { get; init; } = true;

    /// <summary>
    /// The path of all orders of a customer, from that of the customer, if the strategy reads them with one call. Null
    /// if it reads one order after the other, or all at the same time.
    /// </summary>
    public virtual string? OrdersPath => null;

    /// <summary>Whether the strategy reads a customer and all orders with one call.</summary>
    public bool IncludesOrders { get; init; }

    /// <summary>Whether the strategy makes a call for each order, so that callers can choose their order.</summary>
    public bool HasFanOut => OrdersPath is null && !IncludesOrders;

    /// <summary>
    /// The sets of strategies to which the strategy belongs. The demo compares the strategies of a set.
    /// </summary>
    public IReadOnlyList<string> Sets { get; init; } = [StrategyCatalog.DefaultSet];

    /// <summary>Opens a reader for one incoming request. Dispose the reader at the end of the request.</summary>
    public abstract IStrategyReader OpenReader(
        HttpClientProvider httpClients,
        WebClientProvider webClients,
        string clientLifetime,
        BackendClientSettings settings);
}

/// <summary>Reads documents for one incoming request, with the client that the request chose.</summary>
internal interface IStrategyReader : IDisposable
{
    Task<T?> ReadAsync<T>(string path, CancellationToken cancellationToken);

    /// <summary>Reads the items of a list. Only strategies that have a path of orders can do it.</summary>
    IAsyncEnumerable<T?> ReadListAsync<T>(string path, CancellationToken cancellationToken) =>
        throw new NotSupportedException("The strategy reads no lists.");
}

internal sealed class HttpClientStrategy(string name, IHttpClientStrategy strategy, string summary, string source)
    : Strategy(name, summary, source)
{
    public IHttpClientStrategy Implementation => strategy;

    public override bool OwnsClient => false;

    public override string? ExclusiveResource => null;

    public override string? OrdersPath => (strategy as IOrderListStrategy)?.OrdersPath;

    public override IStrategyReader OpenReader(
        HttpClientProvider httpClients,
        WebClientProvider webClients,
        string clientLifetime,
        BackendClientSettings settings) =>
        new HttpClientReader(strategy, httpClients.GetClient(clientLifetime, settings), clientLifetime);

    private sealed class HttpClientReader(IHttpClientStrategy strategy, HttpClient client, string clientLifetime)
        : IStrategyReader
    {
        public Task<T?> ReadAsync<T>(string path, CancellationToken cancellationToken) =>
            strategy.ReadAsync<T>(client, path, cancellationToken);

        public IAsyncEnumerable<T?> ReadListAsync<T>(string path, CancellationToken cancellationToken) =>
            ((IOrderListStrategy)strategy).ReadListAsync<T>(client, path, cancellationToken);

        public void Dispose() => HttpClientProvider.ReleaseClient(client, clientLifetime);
    }
}

internal sealed class WebClientStrategy(string name, IWebClientStrategy strategy, string summary, string source)
    : Strategy(name, summary, source)
{
    public IWebClientStrategy Implementation => strategy;

    public override bool OwnsClient => true;

    public override string ExclusiveResource => "webclient-pool";

    public override IStrategyReader OpenReader(
        HttpClientProvider httpClients,
        WebClientProvider webClients,
        string clientLifetime,
        BackendClientSettings settings) =>
        new WebClientReader(strategy, webClients, IsBlocking);

    private sealed class WebClientReader(IWebClientStrategy strategy, WebClientProvider clients, bool blocking)
        : IStrategyReader
    {
        public Task<T?> ReadAsync<T>(string path, CancellationToken cancellationToken) => blocking
            ? clients.RunBlockingRead(client => strategy.ReadAsync<T>(client, path))
            : clients.RunReadAsync(client => strategy.ReadAsync<T>(client, path), cancellationToken);

        public void Dispose()
        {
            // The reader has nothing to dispose, because WebClientProvider disposes each WebClient after the call.
        }
    }
}
