namespace Load.Settings;

/// <summary>Which keys each command has.</summary>
internal static class Keys
{
    public static readonly IReadOnlyList<Key> Run =
        [.. RequestKeys.All, .. WorkloadKeys.All, .. TierKeys.All, RunKeys.Warmup, RunKeys.Pass, .. RunKeys.Judged, .. RunKeys.OfAny];

    public static readonly IReadOnlyList<Key> Compare =
    [
        .. RequestKeys.All, .. ComparisonKeys.All, .. TierKeys.All, WorkloadKeys.Connections, WorkloadKeys.Rate, WorkloadKeys.Poisson,
        WorkloadKeys.MaxBacklog, WorkloadKeys.Delay, RunKeys.Pass, .. RunKeys.Judged, .. RunKeys.OfAny,
    ];

    public static readonly IReadOnlyList<Key> DryRun = [.. RequestKeys.All, RunKeys.Seed, RunKeys.Timeout];

    /// <summary>All that a scenario may say: one file does for every command.</summary>
    public static readonly IReadOnlyList<Key> All = [.. Run.Concat(Compare).DistinctBy(key => key.Name)];
}
