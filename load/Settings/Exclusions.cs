namespace Load.Settings;

/// <summary>Keys of which one at most may be given.</summary>
internal static class Exclusions
{
    /// <summary>An option replaces the other one in the file.</summary>
    public static readonly IReadOnlyList<(Key Key, Key Other)> Alternatives =
    [
        (WorkloadKeys.Rate, WorkloadKeys.Ramp), (WorkloadKeys.Rate, WorkloadKeys.Steps),
        (WorkloadKeys.Rate, WorkloadKeys.Burst), (WorkloadKeys.Ramp, WorkloadKeys.Steps),
        (WorkloadKeys.Ramp, WorkloadKeys.Burst), (WorkloadKeys.Steps, WorkloadKeys.Burst),
        (WorkloadKeys.Count, WorkloadKeys.Duration), (WorkloadKeys.Count, WorkloadKeys.Ramp),
        (WorkloadKeys.Count, WorkloadKeys.Steps), (WorkloadKeys.Count, WorkloadKeys.Burst),
        (WorkloadKeys.Duration, WorkloadKeys.Steps), (WorkloadKeys.Duration, WorkloadKeys.Burst),
        (WorkloadKeys.Connections, WorkloadKeys.Burst), (WorkloadKeys.Poisson, WorkloadKeys.Burst),
        (WorkloadKeys.Rate, WorkloadKeys.Phases), (WorkloadKeys.Ramp, WorkloadKeys.Phases),
        (WorkloadKeys.Steps, WorkloadKeys.Phases), (WorkloadKeys.Burst, WorkloadKeys.Phases),
        (ComparisonKeys.Vary, ComparisonKeys.Variants), (RequestKeys.File, RequestKeys.Plugin),
    ];

    /// <summary>Nobody knows which one was meant, an option or not.</summary>
    public static readonly IReadOnlyList<(Key Key, Key Other)> Conflicts =
    [
        (WorkloadKeys.Count, WorkloadKeys.Phases), (WorkloadKeys.Duration, WorkloadKeys.Phases),
        (RequestKeys.Method, RequestKeys.Requests), (RequestKeys.Body, RequestKeys.Requests),
        (RequestKeys.Template, RequestKeys.Requests),
    ];

    public static void Refuse(Fields fields)
    {
        foreach (var (key, other) in Alternatives.Concat(Conflicts))
            fields.RefuseBoth(key, other);
    }
}
