using Load.Config.Options;

namespace Load.Config.Keys;

/// <summary>The option keys of each command, in the order in which the command's help lists them.</summary>
internal static class OptionCatalog
{
    public static readonly IReadOnlyList<OptionKey> Run =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, .. LoadProfileKeys.All, .. MonitorKeys.All, RunKeys.Warmup,
        RunKeys.Thresholds, RunKeys.IncludeFailures, .. RunKeys.Limits, RunKeys.Part, .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> Compare =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, .. ComparisonKeys.All, .. MonitorKeys.All,
        LoadProfileKeys.Connections,
        LoadProfileKeys.Rate, LoadProfileKeys.Poisson, LoadProfileKeys.MaxBacklog, LoadProfileKeys.ThinkTime,
        RunKeys.Thresholds,
        RunKeys.IncludeFailures,
        .. RunKeys.Limits, .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> Capacity =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, .. CapacityKeys.All, LoadProfileKeys.Poisson,
        LoadProfileKeys.MaxBacklog, MonitorKeys.Monitor, MonitorKeys.Metric, RunKeys.Warmup, RunKeys.IncludeFailures,
        .. RunKeys.Limits, .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> DryRun =
        [.. RequestKeys.All, .. ConnectionKeys.All, RunKeys.Seed, RunKeys.Timeout];

    /// <summary>
    /// The keys that scenario files may contain. A command ignores the keys of other commands, so one file works for
    /// all.
    /// </summary>
    public static readonly IReadOnlyList<OptionKey> All =
        [.. Run.Concat(Compare).Concat(Capacity).DistinctBy(key => key.Name)];

    /// <summary>Gets the key of an option by its name or its short form, with dashes; null if there is none.</summary>
    public static OptionKey? Find(
        string option) => All.Concat(OutputKeys.CompareCommandKeys).Concat(OutputKeys.RunCommandKeys)
        .FirstOrDefault(key => key.Option == option || key.Alias == option);

    private static readonly (string Title, IEnumerable<OptionKey> Keys)[] Groups =
    [
        ("Request", RequestKeys.All),
        ("Load", LoadProfileKeys.All),
        ("Comparison", [.. ComparisonKeys.All, OutputKeys.EarlierResultPath, OutputKeys.Force]),
        ("Capacity", CapacityKeys.All),
        ("Connections and TLS", [.. ConnectionKeys.All, RunKeys.Timeout]),
        ("Monitored processes", MonitorKeys.All),
        ("Checks", [RunKeys.Thresholds, .. RunKeys.Limits]),
        (Other, []),
        ("Output", [.. OutputKeys.RunCommandKeys, OutputKeys.Headers, OutputKeys.ShowFullBodies]),
    ];

    private const string Other = "Run";

    /// <summary>The titles of the groups in which the help lists the options.</summary>
    public static IReadOnlyList<string> GroupTitles { get; } = [.. Groups.Select(group => group.Title)];

    /// <summary>Gets the title of the group in which the help lists an option.</summary>
    public static string GetGroup(OptionKey key) =>
        Groups.Where(group => group.Keys.Contains(key)).Select(group => group.Title).FirstOrDefault(Other);
}
