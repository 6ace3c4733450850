using FrontendApi.Backend;
using FrontendApi.Strategies;

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

    public static StrategyCatalogResponse Create(IReadOnlyList<Strategy> strategies, ClientOptions defaults) => new(
        [.. strategies.Select(strategy => StrategyEntry.Create(
            strategy, FrontendApi.Flags.Strategy.GetDefault(defaults)))],
        [.. FrontendApi.Flags.All.Select(flag => new FlagEntry(
            flag.Name, flag.Summary, flag.Values, flag.GetDefault(defaults)))],
        CatalogNotes);
}

/// <summary>A strategy, and the query flags that have an effect on it.</summary>
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

/// <summary>A query flag, and the value that applies to requests without it.</summary>
internal sealed record FlagEntry(string Name, string Summary, IReadOnlyList<string> Values, string Default);
