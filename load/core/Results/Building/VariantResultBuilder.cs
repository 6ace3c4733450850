namespace TwoTier.Load.Results.Building;

internal static class VariantResultBuilder
{
    /// <summary>Summarizes what was measured of a variant, without its ratios and the parts of a run.</summary>
    public static VariantResult Create(
        string name,
        string url,
        Measurement whole,
        IReadOnlyList<UsagePeriod> periods,
        IEnumerable<string> processes,
        IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown) =>
        new(PartResultBuilder.Create(name, whole), url)
        {
            Bytes = whole.Counters.Bytes,
            Failures = CreateFailures(whole),
            FailureLatency = Summarize(whole.Counters.FailureLatency, "failed"),
            UnexpectedBytes = whole.UnexpectedBytes,
            Pauses = whole.Pauses,
            Unfinished = whole.UnfinishedRequests,
            Timings = new TimingsResult(
                Summarize(whole.Timings.Connect, "connect"),
                Summarize(whole.Timings.Tls, "tls"),
                Summarize(whole.Timings.FirstByte, "ttfb"),
                Summarize(whole.Timings.Body, "body"),
                whole.Timings.Connect?.Count ?? 0),
            BusyS = RoundToFiveDigits(whole.BusySeconds),
            Processes = processes.ToDictionary(
                process => process, process => ProcessResultBuilder.Create(periods, process, afterCooldown)),
        };

    private static LatencyResult? Summarize(LatencyHistogram? histogram, string clock) =>
        histogram is null ? null : LatencySummary.Summarize(histogram, clock);

    private static FailureResult[] CreateFailures(Measurement measurement)
    {
        var messages = measurement.Failures.GetAll().ToDictionary(kind => kind.Kind, kind => kind.Messages);
        return
        [
            .. measurement.Counters.GetTransportErrors().OrderByDescending(error => error.Count).Select(error =>
                new FailureResult(
                    error.Kind.GetName(),
                    error.Count,
                    error.Kind.GetAdvice(),
                    [.. (messages.GetValueOrDefault(error.Kind) ?? [])
                        .Select(message => new FailureResult.Cause(message.Text, message.Count))])),
        ];
    }
}
