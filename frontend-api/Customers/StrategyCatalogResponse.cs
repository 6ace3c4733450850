using FrontendApi.Backend;
using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

/// <summary>The catalogue of strategies and flags, as callers see it.</summary>
internal sealed record StrategyCatalogResponse(
    IReadOnlyList<StrategyEntry> Strategies, IReadOnlyList<FlagEntry> Flags, IReadOnlyList<string> Notes)
{
    private static readonly string[] CatalogNotes =
    [
        "Strategies with the same value of contendsFor compete for a resource that exists only once per process. The "
        + "strategy that is called first gets it. For a fair comparison, run each one in its own front-end process.",
    ];

    public static StrategyCatalogResponse Create(IReadOnlyList<Strategy> strategies, QueryFlagDefaults defaults) => new(
        [.. strategies.Select(strategy => StrategyEntry.Create(strategy, defaults[CustomerFlags.StrategyFlag]))],
        [.. defaults.Flags.OfType<ChoiceFlag>().Select(flag =>
            new FlagEntry(flag.Name, flag.Summary, flag.Values, defaults[flag]))],
        CatalogNotes);
}

/// <param name="Name">The name of the strategy, which is the value of the query flag strategy.</param>
/// <param name="Summary">
/// The client method that the strategy calls, and the parser that turns the response body into an object.
/// </param>
/// <param name="Source">Who measured the strategy first, or the .NET version that introduced it.</param>
/// <param name="Blocking">Whether the strategy blocks a thread while the back-end works.</param>
/// <param name="Default">Whether requests without the query flag strategy use this strategy.</param>
/// <param name="Sets">
/// The sets of strategies to which the strategy belongs. The strategies of a set are compared with each other.
/// </param>
/// <param name="Flags">The query flags that apply to the strategy.</param>
/// <param name="ContendsFor">
/// A resource that the strategy needs and that exists only once per process, or null if there is none.
/// </param>
internal sealed record StrategyEntry(
    string Name,
    string Summary,
    string Source,
    bool Blocking,
    bool Default,
    IReadOnlyList<string> Sets,
    IReadOnlyList<string> Flags,
    string? ContendsFor)
{
    public static StrategyEntry Create(Strategy strategy, string defaultStrategy) => new(
        strategy.Name,
        strategy.Summary,
        strategy.StrategyOrigin,
        strategy.IsBlocking,
        Default: strategy.Name == defaultStrategy,
        strategy.Sets,
        [
            .. CustomerFlags.All
                .Where(flag => !strategy.OwnsClient || !CustomerFlags.ClientFlags.Contains(flag))
                .Where(flag => strategy.HasFanOut || flag != FanOutMode.FanOutFlag)
                .Where(flag => strategy.AcceptsEncodings || flag != BackendCompression.CompressionFlag)
                .Select(flag => flag.Name),
        ],
        strategy.ExclusiveResource);
}

/// <param name="Name">The name of the query parameter.</param>
/// <param name="Summary">The choice that the query flag makes, in one sentence.</param>
/// <param name="Values">The valid values of the query flag.</param>
/// <param name="Default">The value that applies to requests without the query flag.</param>
internal sealed record FlagEntry(string Name, string Summary, IReadOnlyList<string> Values, string Default);
