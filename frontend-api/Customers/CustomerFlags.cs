using FrontendApi.Backend;
using FrontendApi.Caching;
using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

/// <summary>The query flags of a request for a customer.</summary>
/// <param name="Strategy">The strategy that reads from the back-end.</param>
/// <param name="Lifetime">
/// The lifetime of the client: factory, shared, per-request, or own for a strategy that owns its client.
/// </param>
/// <param name="FanOut">
/// How the orders are read: sequential or parallel, or one-call for a strategy that reads all orders with one call.
/// </param>
/// <param name="Resilience">The resilience mode: none or standard.</param>
/// <param name="Client">
/// The version of HTTP and the compression; the default ones for a strategy that owns its client.
/// </param>
/// <param name="Cache">The kind of cache: none, memory, coalescing or output.</param>
internal sealed record CustomerFlags(
    Strategy Strategy, string Lifetime, string FanOut, string Resilience, BackendClientSettings Client, string Cache)
{
    public static readonly ChoiceFlag StrategyFlag = new("strategy",
        "The client API that reads from the back-end, and the parser that turns the body into an object.",
        StrategyCatalog.Names, "get-from-json")
    {
        ConfigurationKey = "Client:Strategy",
    };

    /// <summary>The flags that a strategy with a client of its own does not have.</summary>
    public static readonly IReadOnlyList<QueryFlag> ClientFlags =
        [ClientLifetime.ClientFlag, BackendProtocol.HttpFlag, BackendCompression.CompressionFlag];

    public static readonly IReadOnlyList<QueryFlag> All =
    [
        StrategyFlag, ClientLifetime.ClientFlag, FanOutMode.FanOutFlag, ResilienceMode.ResilienceFlag,
        BackendProtocol.HttpFlag, BackendCompression.CompressionFlag, CacheMode.CacheFlag,
    ];

    /// <summary>
    /// Returns the query flags of a request, or null if a flag is not valid. The binder then contains the errors.
    /// </summary>
    /// <param name="binder">The binder of the request.</param>
    /// <param name="backend">The addresses of the back-end, which limit the versions of HTTP.</param>
    public static CustomerFlags? Bind(QueryFlagBinder binder, BackendOptions backend)
    {
        var (name, lifetime) = (binder.Get(StrategyFlag), binder.Get(ClientLifetime.ClientFlag));
        var (fanOut, resilience) = (binder.Get(FanOutMode.FanOutFlag), binder.Get(ResilienceMode.ResilienceFlag));
        var (http, compression) =
            (binder.Get(BackendProtocol.HttpFlag), binder.Get(BackendCompression.CompressionFlag));
        var cache = binder.Get(CacheMode.CacheFlag);
        if (!binder.IsValid)
            return null;

        var strategy = StrategyCatalog.Get(name);
        if (!strategy.HasFanOut)
        {
            if (binder.IsSet(FanOutMode.FanOutFlag))
            {
                binder.AddError(FanOutMode.FanOutFlag,
                    $"The strategy '{name}' reads all orders with one call. Leave out the flag 'fanout'.");
            }

            fanOut = FanOutMode.OneCallLabel;
        }

        if (strategy.OwnsClient)
        {
            foreach (var flag in ClientFlags.Where(binder.IsSet))
                binder.AddError(flag, $"The strategy '{name}' owns its client. Leave out the flag '{flag.Name}'.");
            (lifetime, http, compression) =
                (ClientLifetime.OwnClientLabel, BackendProtocol.Http11, BackendCompression.None);
        }
        else if (backend.GetAddress(http) is null)
        {
            binder.AddError(
                BackendProtocol.HttpFlag, "The back-end has no address for HTTP/2. Set Backend:Http2Address.");
        }

        if (!strategy.AcceptsEncodings)
        {
            if (binder.IsSet(BackendCompression.CompressionFlag))
            {
                binder.AddError(BackendCompression.CompressionFlag,
                    $"The strategy '{name}' does not use the encodings of HTTP. Leave out the flag 'compression'.");
            }

            compression = BackendCompression.None;
        }

        return binder.IsValid
            ? new(strategy, lifetime, fanOut, resilience, BackendClientSettings.Get(http, compression), cache)
            : null;
    }
}

/// <summary>The values of the query flag <c>fanout</c>.</summary>
internal static class FanOutMode
{
    /// <summary>Reads one order after the other, as the publications did.</summary>
    public const string Sequential = "sequential";

    /// <summary>Reads all orders at the same time. A blocking strategy then takes one thread for each order.</summary>
    public const string Parallel = "parallel";

    /// <summary>
    /// The metrics label for strategies that read all orders with one call. It is not a value of the query flag fanout.
    /// </summary>
    public const string OneCallLabel = "one-call";

    public static readonly ChoiceFlag FanOutFlag = new("fanout",
        "Whether the orders of a customer are read one after the other or at the same time. Strategies that read all "
        + "orders with one call do not have this flag.",
        [Sequential, Parallel], Sequential)
    {
        ConfigurationKey = "Client:FanOut",
    };
}
