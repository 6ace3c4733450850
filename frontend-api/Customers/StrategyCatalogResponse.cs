using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

/// <summary>The catalogue of strategies and flags, as callers see it.</summary>
internal sealed record StrategyCatalogResponse(
    IReadOnlyList<StrategyEntry> Strategies, IReadOnlyList<FlagEntry> Flags, IReadOnlyList<string> Notes)
{
    private static readonly string[] CatalogNotes =
    [
        "A process reuses connections for either the blocking or the asynchronous WebClient calls, whichever it makes "
        + "first. For a fair comparison of WebClient strategies, run each one in a front-end process of its own.",
        "WebClient strategies accept resilience=none only, and a configured default does not apply to them.",
    ];

    public static StrategyCatalogResponse Create(IReadOnlyList<Strategy> strategies, QueryFlagDefaults defaults) => new(
        [.. strategies.Select(strategy => StrategyEntry.Create(strategy, defaults[FrontendApi.Flags.Strategy]))],
        [.. defaults.Select(flag => new FlagEntry(flag.Key.Name, flag.Key.Summary, flag.Key.Values, flag.Value))],
        CatalogNotes);
}

/// <param name="Name">The name of the strategy, which is the value of the query flag strategy.</param>
/// <param name="Summary">
/// The client method that the strategy calls, and the parser that turns the response body into an object.
/// </param>
/// <param name="Source">Who measured the strategy first, or the .NET version that introduced it.</param>
/// <param name="Blocking">Whether the strategy blocks a thread while the back-end works.</param>
/// <param name="Default">Whether requests without the query flag strategy use this strategy.</param>
/// <param name="Flags">The query flags that have an effect on the strategy.</param>
internal sealed record StrategyEntry(
    string Name, string Summary, string Source, bool Blocking, bool Default, IReadOnlyList<string> Flags)
{
    public static StrategyEntry Create(Strategy strategy, string defaultStrategy) => new(
        strategy.Name,
        strategy.Summary,
        strategy.Source,
        Blocking: strategy is IBlockingStrategy,
        Default: strategy.Name == defaultStrategy,
        [.. FrontendApi.Flags.GetFlags(strategy).Select(flag => flag.Name)]);
}

/// <param name="Name">The name of the query parameter.</param>
/// <param name="Summary">The choice that the query flag makes, in one sentence.</param>
/// <param name="Values">The valid values of the query flag.</param>
/// <param name="Default">The value that applies to requests without the query flag.</param>
internal sealed record FlagEntry(string Name, string Summary, IReadOnlyList<string> Values, string Default);
