using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Adds up the counts and histograms of several results. The percentiles of the sum are those of all requests, within
/// the width of a histogram's bucket.
/// </summary>
internal static class MergedCounts
{
    /// <summary>
    /// Adds up the counts of several variants, and the phases and kinds of request that all of them have.
    /// </summary>
    public static VariantResult Sum(IReadOnlyList<VariantResult> variants) => variants[0] with
    {
        Requests = variants.Sum(variant => variant.Requests),
        Errors = variants.Sum(variant => variant.Errors),
        Statuses = Sum(variants.Select(variant => variant.Statuses)),
        UnexpectedStatuses = variants.Any(variant => variant.UnexpectedStatuses is null)
            ? null
            : Sum(variants.Select(variant => variant.UnexpectedStatuses!)),
        TransportErrors = Sum(variants.Select(variant => variant.TransportErrors)),
        Failures = MergedFailures.Sum(variants.SelectMany(variant => variant.Failures ?? [])),
        FailureLatency = MergedLatency.MergeExisting(variants.Select(variant => variant.FailureLatency)),
        Resent = Sum(variants, variant => variant.Resent),
        UnexpectedBytes = Sum(variants, variant => variant.UnexpectedBytes),
        Unfinished = Sum(variants, variant => variant.Unfinished),
        Timings = Sum([.. variants.Select(variant => variant.Timings).OfType<TimingsResult>()]),
        CheckFailures = variants.Sum(variant => variant.CheckFailures),
        Bytes = variants.Sum(variant => variant.Bytes),
        Latency = MergedLatency.Merge([.. variants.Select(variant => variant.Latency)])!,
        ServiceTime = MergedLatency.Merge([.. variants.Select(variant => variant.ServiceTime)]),
        ScheduleDelay = MergedLatency.Merge([.. variants.Select(variant => variant.ScheduleDelay)]),
        Planned = Sum(variants, variant => variant.Planned),
        Sent = Sum(variants, variant => variant.Sent),
        Queued = Sum(variants, variant => variant.Queued),
        Dropped = Sum(variants, variant => variant.Dropped),
        Phases = SumParts([.. variants.Select(variant => variant.Phases)]),
        Kinds = SumParts([.. variants.Select(variant => variant.Kinds)]),
        Windows = null,
        Steps = null,
        LastHeld = null,
        Traces = null,
        Processes = new Dictionary<string, ProcessResult?>(),
        Rounds = [],
        HeatMap = null,
    };

    /// <summary>Adds up load models: the connections, the arrival rates and the queue limits.</summary>
    public static LoadModel Sum(IReadOnlyList<LoadModel> models) => models[0] with
    {
        Connections = models.Sum(model => model.Connections),
        RatePerS = models.Any(model => model.RatePerS is null) ? null : models.Sum(model => model.RatePerS),
        MaxBacklog = models.Any(model => model.MaxBacklog is null) ? null : models.Sum(model => model.MaxBacklog),
    };

    private static long? Sum(IReadOnlyList<VariantResult> variants, Func<VariantResult, long?> getCount) =>
        variants.Any(variant => getCount(variant) is null) ? null : variants.Sum(getCount);

    private static Dictionary<string, long> Sum(IEnumerable<IReadOnlyDictionary<string, long>> counts) => counts
        .SelectMany(count => count)
        .GroupBy(count => count.Key)
        .ToDictionary(group => group.Key, group => group.Sum(count => count.Value));

    private static TimingsResult? Sum(IReadOnlyList<TimingsResult> timings) => timings.Count == 0
        ? null
        : new TimingsResult(
            MergedLatency.MergeExisting(timings.Select(phases => phases.Connect)),
            MergedLatency.MergeExisting(timings.Select(phases => phases.Tls)),
            MergedLatency.MergeExisting(timings.Select(phases => phases.Ttfb)),
            MergedLatency.MergeExisting(timings.Select(phases => phases.Body)),
            timings.Sum(phases => phases.ConnectionsOpened));

    private static RunPartResult[]? SumParts(IReadOnlyList<IReadOnlyList<RunPartResult>?> parts)
    {
        var first = parts[0];
        return first is null || parts.Any(other => !HaveSameNames(first, other))
            ? null
            : [.. first.Select((_, i) => Sum([.. parts.Select(part => part![i])]))];
    }

    private static bool HaveSameNames(IReadOnlyList<RunPartResult> first, IReadOnlyList<RunPartResult>? other) =>
        other is not null && first.Select(part => part.Name).SequenceEqual(other.Select(part => part.Name));

    private static RunPartResult Sum(IReadOnlyList<RunPartResult> parts) => parts[0] with
    {
        Requests = parts.Sum(part => part.Requests),
        Errors = parts.Sum(part => part.Errors),
        Rps = RoundToFiveDigits(parts.Sum(part => part.Rps)),
        Statuses = Sum(parts.Select(part => part.Statuses)),
        TransportErrors = Sum(parts.Select(part => part.TransportErrors)),
        Latency = MergedLatency.Merge([.. parts.Select(part => part.Latency)])!,
        ServiceTime = MergedLatency.Merge([.. parts.Select(part => part.ServiceTime)]),
        MeasuredS = parts.Max(part => part.MeasuredS),
        Model = parts.Any(part => part.Model is null) ? null : Sum([.. parts.Select(part => part.Model!)]),
        Planned = parts.Any(part => part.Planned is null) ? null : parts.Sum(part => part.Planned),
        Queued = parts.Any(part => part.Queued is null) ? null : parts.Sum(part => part.Queued),
        Dropped = parts.Any(part => part.Dropped is null) ? null : parts.Sum(part => part.Dropped),
        Processes = null,
    };
}
