using FrontendApi.Backend;
using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

/// <summary>The query flags of a request for a customer.</summary>
/// <param name="Strategy">The strategy that reads from the back-end.</param>
/// <param name="Lifetime">
/// The lifetime of the client: factory, shared, per-request, or own for a strategy that owns its client.
/// </param>
/// <param name="FanOut">How the orders are read: sequential or parallel.</param>
/// <param name="Resilience">The resilience mode: none or standard.</param>
/// <param name="Http">
/// The version of HTTP to the back-end: 1.1, 2 or 2-multi; 1.1 for a strategy that owns its client.
/// </param>
internal sealed record CustomerFlags(Strategy Strategy, string Lifetime, string FanOut, string Resilience, string Http)
{
    public static readonly ChoiceFlag StrategyFlag = new("strategy",
        "The client API that reads from the back-end, and the parser that turns the body into an object.",
        StrategyCatalog.Names, "get-from-json")
    {
        ConfigurationKey = "Client:Strategy",
    };

    /// <summary>The flags that a strategy with a client of its own does not have.</summary>
    public static readonly IReadOnlyList<QueryFlag> ClientFlags = [ClientLifetime.ClientFlag, BackendProtocol.HttpFlag];

    public static readonly IReadOnlyList<QueryFlag> All =
    [
        StrategyFlag, ClientLifetime.ClientFlag, FanOutMode.FanOutFlag, ResilienceMode.ResilienceFlag,
        BackendProtocol.HttpFlag,
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
        var http = binder.Get(BackendProtocol.HttpFlag);
        if (!binder.IsValid)
            return null;

        var strategy = StrategyCatalog.Get(name);
        if (strategy.OwnsClient)
        {
            foreach (var flag in ClientFlags.Where(binder.IsSet))
                binder.AddError(flag, $"The strategy '{name}' owns its client. Leave out the flag '{flag.Name}'.");
            (lifetime, http) = (ClientLifetime.OwnClientLabel, BackendProtocol.Http11);
        }
        else if (backend.GetAddress(http) is null)
        {
            binder.AddError(
                BackendProtocol.HttpFlag, "The back-end has no address for HTTP/2. Set Backend:Http2Address.");
        }

        return binder.IsValid ? new(strategy, lifetime, fanOut, resilience, http) : null;
    }
}

/// <summary>The values of the query flag <c>fanout</c>.</summary>
internal static class FanOutMode
{
    /// <summary>Reads one order after the other, as the publications did.</summary>
    public const string Sequential = "sequential";

    /// <summary>Reads all orders at the same time. A blocking strategy then takes one thread for each order.</summary>
    public const string Parallel = "parallel";

    public static readonly ChoiceFlag FanOutFlag = new("fanout",
        "Whether the orders of a customer are read one after the other or at the same time.",
        [Sequential, Parallel], Sequential)
    {
        ConfigurationKey = "Client:FanOut",
    };
}
