namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that define a search for the capacity of a target.</summary>
internal static class CapacityKeys
{
    public static readonly OptionKey<Threshold[]> Slo = new(
        "slo",
        "Service level objectives that define the capacity: thresholds with commas between them, such as "
        + "'p99 < 20ms, errors < 0.1%'.",
        ParseObjectives)
    {
        ValueName = "thresholds",
        IsCommaSeparated = true,
    };

    public static readonly OptionKey<Duration> TimeLimit = new(
        "within",
        "Time limit of the search. A longer search has longer trials.",
        Parsers.DurationParser(TimeSpan.FromSeconds(1)))
    {
        ValueName = "time",
        Default = "3m",
    };

    // A capacity search needs enough connections to overload the target, so the default number of connections is higher
    // than that of a run.
    public static readonly OptionKey<int> Connections = LoadProfileKeys.Connections with { Default = "100" };

    public static readonly IReadOnlyList<OptionKey> All = [Slo, TimeLimit, Connections];

    private static Threshold[] ParseObjectives(string text) =>
        [.. text.Split(',', StringSplitOptions.TrimEntries).Select(Threshold.Parse)];
}
