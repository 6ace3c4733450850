using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Adds up the counts and histograms of several results. The percentiles of the sum are those of all requests, within
/// the width of a histogram's bucket.
/// </summary>
internal static class MergedCounts
{
    public static VariantResult Sum(IReadOnlyList<VariantResult> variants) => variants[0] with
    {
        Requests = variants.Sum(variant => variant.Requests),
        Errors = variants.Sum(variant => variant.Errors),
        Statuses = Sum(variants.Select(variant => variant.Statuses)),
        UnexpectedStatuses = variants.Any(variant => variant.UnexpectedStatuses is null)
            ? null
            : Sum(variants.Select(variant => variant.UnexpectedStatuses!)),
        TransportErrors = Sum(variants.Select(variant => variant.TransportErrors)),
        Failures = Sum(variants.SelectMany(variant => variant.Failures ?? [])),
        FailureLatency = Merge(variants.Select(variant => variant.FailureLatency)),
        Resent = Sum(variants, variant => variant.Resent),
        UnexpectedBytes = Sum(variants, variant => variant.UnexpectedBytes),
        Unfinished = Sum(variants, variant => variant.Unfinished),
        Pauses = variants.Any(variant => variant.Pauses is null) ? null
            : variants.Select(variant => variant.Pauses!).Aggregate((sum, pauses) => sum.Add(pauses)),
        Timings = Sum([.. variants.Select(variant => variant.Timings).OfType<TimingsResult>()]),
        CheckFailures = variants.Sum(variant => variant.CheckFailures),
        Bytes = variants.Sum(variant => variant.Bytes),
        Latency = Merge(variants.Select(variant => variant.Latency))!,
        ServiceTime = Merge(variants.Select(variant => variant.ServiceTime)),
        ScheduleDelay = Merge(variants.Select(variant => variant.ScheduleDelay)),
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

    public static LoadModel Sum(IReadOnlyList<LoadModel> models) => models[0] with
    {
        Connections = models.Sum(model => model.Connections),
        RatePerS = models.Any(model => model.RatePerS is null) ? null : models.Sum(model => model.RatePerS),
        MaxBacklog = models.Any(model => model.MaxBacklog is null) ? null : models.Sum(model => model.MaxBacklog),
    };

    /// <summary>
    /// Averages the costs per request over several process starts, and takes the highest of the levels, such as memory.
    /// </summary>
    public static ProcessResult? Average(IEnumerable<ProcessResult?> processes)
    {
        ProcessResult[] starts = [.. processes.OfType<ProcessResult>()];
        return starts.Length == 0 ? null
            : new ProcessResult(
                Average(start => start.CpuMs),
                Average(start => start.JitMs),
                Average(start => start.AllocKb),
                Average(start => start.GcPauseMsPerS),
                starts.Max(start => start.PoolThreads),
                starts.Max(start => start.PoolQueue),
                starts.Sum(start => start.ConnectionsOpened))
            {
                ConnectionsPerS = Average(start => start.ConnectionsPerS),
                TimeWait = starts.Max(start => start.TimeWait),
                WorkingSetMb = starts.Max(start => start.WorkingSetMb),
                AnonymousMb = starts.Max(start => start.AnonymousMb),
                WorkingSetAfterMb = starts.Max(start => start.WorkingSetAfterMb),
                AnonymousAfterMb = starts.Max(start => start.AnonymousAfterMb),
                Restarts = starts.Max(start => start.Restarts),
            };

        double? Average(Func<ProcessResult, double?> getCost) => RoundToFiveDigits(starts.Average(getCost));
    }

    private static long? Sum<T>(IReadOnlyList<T> parts, Func<T, long?> getCount) =>
        parts.Any(part => getCount(part) is null) ? null : parts.Sum(getCount);

    private static Dictionary<string, long> Sum(IEnumerable<IReadOnlyDictionary<string, long>> counts) => counts
        .SelectMany(count => count)
        .GroupBy(count => count.Key)
        .ToDictionary(group => group.Key, group => group.Sum(count => count.Value));

    private static IReadOnlyList<FailureResult> Sum(IEnumerable<FailureResult> failures) =>
    [
        .. failures.GroupBy(failure => failure.Kind)
            .Select(kind => kind.First() with
            {
                Count = kind.Sum(failure => failure.Count),
                Messages = [.. Sum(kind.SelectMany(failure => failure.Messages))],
            })
            .OrderByDescending(failure => failure.Count),
    ];

    private static IEnumerable<FailureResult.Cause> Sum(IEnumerable<FailureResult.Cause> messages)
    {
        FailureResult.Cause[] all =
        [
            .. messages.GroupBy(message => message.Text)
                .Select(same => new FailureResult.Cause(same.Key, same.Sum(message => message.Count)))
                .OrderByDescending(message => message.Count),
        ];
        FailureResult.Cause[] kept =
            [.. all.Where(message => message.Text != FailureMessages.OtherMessages).Take(FailureMessages.MaxPerKind)];
        var others = all.Except(kept).Sum(message => message.Count);
        return others > 0 ? kept.Append(new FailureResult.Cause(FailureMessages.OtherMessages, others)) : kept;
    }

    private static LatencyResult? Merge(IEnumerable<LatencyResult?> latencies)
    {
        LatencyResult[] existing = [.. latencies.OfType<LatencyResult>()];
        if (existing.Length == 0)
            return null;
        var histogram = new LatencyHistogram();
        foreach (var latency in existing)
            latency.Histogram?.AddTo(histogram);
        var hasOneClock = existing.All(latency => latency.Clock == existing[0].Clock);
        return LatencySummary.Summarize(histogram, hasOneClock ? existing[0].Clock : "mixed");
    }

    private static TimingsResult? Sum(IReadOnlyList<TimingsResult> timings) => timings.Count == 0
        ? null
        : new TimingsResult(
            Merge(timings.Select(phases => phases.Connect)),
            Merge(timings.Select(phases => phases.Tls)),
            Merge(timings.Select(phases => phases.Ttfb)),
            Merge(timings.Select(phases => phases.Body)),
            timings.Sum(phases => phases.ConnectionsOpened));

    // Phases and kinds of request are added up if all results have the same.
    private static RunPartResult[]? SumParts(IReadOnlyList<IReadOnlyList<RunPartResult>?> parts)
    {
        var names = parts[0]?.Select(part => part.Name).ToArray();
        return names is null || parts.Any(other => other?.Select(part => part.Name).SequenceEqual(names) is not true)
            ? null
            : [.. names.Select((_, i) => Sum([.. parts.Select(part => part![i])]))];
    }

    private static RunPartResult Sum(IReadOnlyList<RunPartResult> parts) => parts[0] with
    {
        Requests = parts.Sum(part => part.Requests),
        Errors = parts.Sum(part => part.Errors),
        Rps = RoundToFiveDigits(parts.Sum(part => part.Rps)),
        Statuses = Sum(parts.Select(part => part.Statuses)),
        TransportErrors = Sum(parts.Select(part => part.TransportErrors)),
        Latency = Merge(parts.Select(part => part.Latency))!,
        ServiceTime = Merge(parts.Select(part => part.ServiceTime)),
        MeasuredS = parts.Max(part => part.MeasuredS),
        Model = parts.Any(part => part.Model is null) ? null : Sum([.. parts.Select(part => part.Model!)]),
        Planned = Sum(parts, part => part.Planned),
        Queued = Sum(parts, part => part.Queued),
        Dropped = Sum(parts, part => part.Dropped),
        Processes = null,
    };
}
