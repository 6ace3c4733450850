namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>Pairs of option keys that cannot be combined.</summary>
internal static class MutuallyExclusiveKeys
{
    /// <summary>
    /// The pairs of option keys in which one key, given as an option on the command line, replaces the other key in the
    /// scenario file.
    /// </summary>
    public static readonly IReadOnlyList<(OptionKey Key, OptionKey Other)> Alternatives =
    [
        (LoadProfileKeys.Rate, LoadProfileKeys.Ramp), (LoadProfileKeys.Rate, LoadProfileKeys.Steps),
        (LoadProfileKeys.Rate, LoadProfileKeys.Burst), (LoadProfileKeys.Ramp, LoadProfileKeys.Steps),
        (LoadProfileKeys.Ramp, LoadProfileKeys.Burst), (LoadProfileKeys.Steps, LoadProfileKeys.Burst),
        (LoadProfileKeys.Count, LoadProfileKeys.Duration), (LoadProfileKeys.Count, LoadProfileKeys.Ramp),
        (LoadProfileKeys.Count, LoadProfileKeys.Steps), (LoadProfileKeys.Count, LoadProfileKeys.Burst),
        (LoadProfileKeys.Duration, LoadProfileKeys.Steps), (LoadProfileKeys.Duration, LoadProfileKeys.Burst),
        (LoadProfileKeys.Connections, LoadProfileKeys.Burst), (LoadProfileKeys.PoissonArrivals, LoadProfileKeys.Burst),
        (LoadProfileKeys.Rate, LoadProfileKeys.Phases), (LoadProfileKeys.Ramp, LoadProfileKeys.Phases),
        (LoadProfileKeys.Steps, LoadProfileKeys.Phases), (LoadProfileKeys.Burst, LoadProfileKeys.Phases),
        (ComparisonKeys.Variations, ComparisonKeys.Variants), (RequestKeys.DataFile, RequestKeys.Plugin),
    ];

    /// <summary>
    /// The pairs of option keys that are always an error, because it is not clear which of the two keys the user meant.
    /// </summary>
    public static readonly IReadOnlyList<(OptionKey Key, OptionKey Other)> Conflicts =
    [
        (LoadProfileKeys.Count, LoadProfileKeys.Phases), (LoadProfileKeys.Duration, LoadProfileKeys.Phases),
        (RequestKeys.Method, RequestKeys.Requests), (RequestKeys.Body, RequestKeys.Requests),
        (RequestKeys.Template, RequestKeys.Requests),
        // A step is held if hardly anything fails, and such a run is as planned only if something does.
        (LoadProfileKeys.Steps, RunKeys.ExpectErrors),
    ];

    public static void CheckCombinations(OptionValues values)
    {
        foreach (var (key, other) in Alternatives.Concat(Conflicts))
            values.RejectCombination(key, other);
    }
}
