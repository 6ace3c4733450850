using FrontendApi.Backend;
using FrontendApi.Backend.Resilience;
using FrontendApi.Customers.Strategies;
using FrontendApi.Ingestion;

namespace FrontendApi.Flags;

/// <summary>A query flag: its name, what it may be, and where its default is configured.</summary>
internal sealed record Flag(
    string Name, string Key, string Summary, IReadOnlyList<string> Values, Func<FlagDefaults, string> Default)
{
    public static readonly Flag Strategy = new("strategy", "Client:Strategy",
        "The client API that reads from the back-end, and what turns the body into an object.",
        [.. StrategyCatalog.Names], defaults => defaults.Strategy);

    public static readonly Flag Client = new("client", "Client:Lifetime",
        "Who owns the HttpClient and its connections. Not for the WebClient strategies.",
        ClientLifetime.Values, defaults => defaults.Lifetime);

    public static readonly Flag FanOut = new("fanout", "Client:FanOut",
        "How the orders are fetched.", Customers.FanOut.Values, defaults => defaults.FanOut);

    public static readonly Flag Mode = new("mode", "Client:Mode",
        "Whether a thread is blocked while a payload is posted.", ForwardMode.Values, defaults => defaults.Mode);

    public static readonly Flag Resilience = new("resilience", "Client:Resilience",
        "Whether a Polly pipeline is around each call to the back-end.", ResilienceMode.Values, defaults => defaults.Resilience);

    /// <summary>Those of the customer's route.</summary>
    public static readonly IReadOnlyList<Flag> OfCustomers = [Strategy, Client, FanOut, Resilience];

    /// <summary>Those of the ingestion's route.</summary>
    public static readonly IReadOnlyList<Flag> OfIngestion = [Client, Mode, Resilience];

    public static readonly IReadOnlyList<Flag> All = [.. OfCustomers.Union(OfIngestion)];

    /// <summary>Every flag goes with every strategy, but a WebClient strategy owns its client.</summary>
    public bool AppliesTo(Strategy strategy) => this != Client || strategy.OverHttpClient is not null;

    /// <returns>What to say of a value that is none of the flag's; null for a good one.</returns>
    public string? Mistake(string value) =>
        Values.Contains(value) ? null : $"'{value}' is none of: {string.Join(", ", Values)}.";
}
