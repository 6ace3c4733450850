namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The option keys of each command, in the order in which the command's help lists them.</summary>
internal static class OptionCatalog
{
    public static readonly IReadOnlyList<OptionKey> RunCommandKeys =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, .. LoadProfileKeys.All, .. MonitorKeys.All, RunKeys.Warmup,
        RunKeys.Thresholds, RunKeys.IncludeFailures, RunKeys.ExpectErrors, .. RunKeys.Limits, RunKeys.PartOfSequence,
        .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> CompareCommandKeys =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, .. ComparisonKeys.All, .. MonitorKeys.All,
        LoadProfileKeys.Connections,
        LoadProfileKeys.Rate, LoadProfileKeys.PoissonArrivals, LoadProfileKeys.MaxBacklog, LoadProfileKeys.ThinkTime,
        RunKeys.Thresholds,
        RunKeys.IncludeFailures,
        .. RunKeys.Limits, .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> StageCommandKeys =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, ComparisonKeys.Variations, ComparisonKeys.Variants,
        ComparisonKeys.Groups, ComparisonKeys.Baseline, ComparisonKeys.Rounds, ComparisonKeys.TrialDuration,
        ComparisonKeys.Warmup, ComparisonKeys.TrialWarmup, MonitorKeys.MonitoredProcesses, MonitorKeys.Metric,
        LoadProfileKeys.Connections, LoadProfileKeys.ThinkTime, RunKeys.MaxErrors, .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> CapacityCommandKeys =
    [
        .. RequestKeys.All, .. ConnectionKeys.All, .. CapacityKeys.All, LoadProfileKeys.PoissonArrivals,
        LoadProfileKeys.MaxBacklog, MonitorKeys.MonitoredProcesses, MonitorKeys.Metric, RunKeys.Warmup,
        RunKeys.IncludeFailures,
        .. RunKeys.Limits, .. RunKeys.CommonKeys,
    ];

    public static readonly IReadOnlyList<OptionKey> DryRunCommandKeys =
        [.. RequestKeys.All, .. ConnectionKeys.All, RunKeys.Seed, RunKeys.Timeout];

    /// <summary>
    /// The keys that scenario files may contain. A command ignores the keys of other commands, so one file works for
    /// all.
    /// </summary>
    public static readonly IReadOnlyList<OptionKey> All =
        [.. RunCommandKeys.Concat(CompareCommandKeys).Concat(CapacityCommandKeys).DistinctBy(key => key.Name)];

    /// <summary>Gets the key of an option by its name or its short form, with dashes; null if there is none.</summary>
    public static OptionKey? Find(
        string option) => All.Concat(OutputKeys.CompareCommandKeys).Concat(OutputKeys.RunCommandKeys)
        .FirstOrDefault(key => key.Option == option || key.Alias == option);

    private static readonly (string Title, IEnumerable<OptionKey> Keys)[] Groups =
    [
        ("Request", RequestKeys.All),
        ("Load", LoadProfileKeys.All),
        (
            "Comparison",
            [
                .. ComparisonKeys.All, OutputKeys.EarlierResultPath, OutputKeys.ForceComparison,
            ]),
        ("Capacity", CapacityKeys.All),
        ("Connections and TLS", [.. ConnectionKeys.All, RunKeys.Timeout]),
        ("Monitored processes", MonitorKeys.All),
        ("Checks", [RunKeys.Thresholds, RunKeys.ExpectErrors, .. RunKeys.Limits]),
        (OtherGroupTitle, []),
        ("Output", [.. OutputKeys.RunCommandKeys, OutputKeys.Headers, OutputKeys.ShowFullBodies]),
    ];

    private const string OtherGroupTitle = "Run";

    /// <summary>The titles of the groups in which the help lists the options.</summary>
    public static IReadOnlyList<string> GroupTitles { get; } = [.. Groups.Select(group => group.Title)];

    /// <summary>Gets the title of the group in which the help lists an option.</summary>
    public static string GetGroup(OptionKey key) =>
        Groups.Where(group => group.Keys.Contains(key)).Select(group => group.Title).FirstOrDefault(OtherGroupTitle);
}
