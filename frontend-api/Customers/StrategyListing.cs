using FrontendApi.Customers.Strategies;
using FrontendApi.Flags;

namespace FrontendApi.Customers;

/// <summary>The catalogue as callers see it.</summary>
internal sealed record StrategyListing(
    IReadOnlyList<StrategyEntry> Strategies, IReadOnlyList<FlagEntry> Flags, IReadOnlyList<string> Notes)
{
    private static readonly string[] AllNotes =
    [
        "Strategies with the same contendsFor share something that a process has one of, and the first to call has it. "
        + "Compare them fairly by giving each a front-end process of its own.",
    ];

    public static StrategyListing Of(FlagDefaults defaults) => new(
        [.. StrategyCatalog.All.Select(strategy => StrategyEntry.Of(strategy, defaults))],
        [.. Flag.All.Select(flag => new FlagEntry(flag.Name, flag.Summary, flag.Values, flag.Default(defaults)))],
        AllNotes);
}

/// <param name="Name">The value of the flag strategy.</param>
/// <param name="Summary">The client's call, and what turns the body into an object.</param>
/// <param name="Source">Who measured it first, or since when it exists.</param>
/// <param name="Blocking">Whether it holds a thread while the back-end works.</param>
/// <param name="Default">Whether it is the one where the flag is left out.</param>
/// <param name="Flags">The other flags that it takes.</param>
/// <param name="ContendsFor">See the notes.</param>
internal sealed record StrategyEntry(
    string Name, string Summary, string Source, bool Blocking, bool Default, IReadOnlyList<string> Flags, string? ContendsFor)
{
    public static StrategyEntry Of(Strategy strategy, FlagDefaults defaults) => new(
        strategy.Name, strategy.Summary, strategy.Source, strategy.Blocking, strategy.Name == defaults.Strategy,
        [.. Flag.OfCustomers.Where(flag => flag.AppliesTo(strategy)).Select(flag => flag.Name)], strategy.ContendsFor);
}

internal sealed record FlagEntry(string Name, string Summary, IReadOnlyList<string> Values, string Default);
