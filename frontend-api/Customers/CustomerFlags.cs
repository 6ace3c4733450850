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
internal sealed record CustomerFlags(Strategy Strategy, string Lifetime, string FanOut, string Resilience)
{
    public static readonly ChoiceFlag StrategyFlag = new("strategy",
        "The client API that reads from the back-end, and the parser that turns the body into an object.",
        StrategyCatalog.Names, "get-from-json")
    {
        ConfigurationKey = "Client:Strategy",
    };

    public static readonly IReadOnlyList<QueryFlag> All =
        [StrategyFlag, ClientLifetime.ClientFlag, FanOutMode.FanOutFlag, ResilienceMode.ResilienceFlag];

    /// <summary>
    /// Returns the query flags of a request, or null if a flag is not valid. The binder then contains the errors.
    /// </summary>
    public static CustomerFlags? Bind(QueryFlagBinder binder)
    {
        var (name, lifetime) = (binder.Get(StrategyFlag), binder.Get(ClientLifetime.ClientFlag));
        var (fanOut, resilience) = (binder.Get(FanOutMode.FanOutFlag), binder.Get(ResilienceMode.ResilienceFlag));
        if (!binder.IsValid)
            return null;

        var strategy = StrategyCatalog.Get(name);
        if (!strategy.OwnsClient)
            return new(strategy, lifetime, fanOut, resilience);
        if (!binder.IsSet(ClientLifetime.ClientFlag))
            return new(strategy, ClientLifetime.OwnClientLabel, fanOut, resilience);

        binder.AddError(ClientLifetime.ClientFlag, $"The strategy '{name}' owns its client. Leave out the flag 'client'.");
        return null;
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
