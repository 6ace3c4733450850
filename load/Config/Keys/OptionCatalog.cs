using Load.Config.Options;

namespace Load.Config.Keys;

/// <summary>The option keys of each command, in the order in which the command's help lists them.</summary>
internal static class OptionCatalog
{
    public static readonly IReadOnlyList<OptionKey> Run =
    [
        .. RequestKeys.All, .. LoadProfileKeys.All, .. MonitorKeys.All, RunKeys.Warmup, RunKeys.Pass,
        .. RunKeys.Limits, .. RunKeys.ForAnyCommand,
    ];

    public static readonly IReadOnlyList<OptionKey> Compare =
    [
        .. RequestKeys.All, .. ComparisonKeys.All, .. MonitorKeys.All, LoadProfileKeys.Connections,
        LoadProfileKeys.Rate, LoadProfileKeys.Poisson, LoadProfileKeys.MaxBacklog, LoadProfileKeys.Delay, RunKeys.Pass,
        .. RunKeys.Limits, .. RunKeys.ForAnyCommand,
    ];

    public static readonly IReadOnlyList<OptionKey> Capacity =
    [
        .. RequestKeys.All, .. CapacityKeys.All, LoadProfileKeys.Poisson, LoadProfileKeys.MaxBacklog,
        MonitorKeys.Monitor, MonitorKeys.Metric, RunKeys.Warmup, .. RunKeys.Limits, .. RunKeys.ForAnyCommand,
    ];

    public static readonly IReadOnlyList<OptionKey> DryRun = [.. RequestKeys.All, RunKeys.Seed, RunKeys.Timeout];

    /// <summary>
    /// The keys that scenario files may contain. A command ignores the keys of other commands, so one file works for
    /// all.
    /// </summary>
    public static readonly IReadOnlyList<OptionKey> All =
        [.. Run.Concat(Compare).Concat(Capacity).DistinctBy(key => key.Name)];
}
