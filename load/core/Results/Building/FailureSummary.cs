namespace TwoTier.Load.Results.Building;

/// <summary>Summarizes why requests failed, and the phases of the requests.</summary>
internal static class FailureSummary
{
    /// <summary>Creates the list of transport errors with their causes; empty if there were none.</summary>
    public static IReadOnlyList<FailureResult> Summarize(Measurement measurement)
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

    /// <summary>Creates the summary of the phases of the requests.</summary>
    public static TimingsResult Summarize(RequestTimings timings)
    {
        return new TimingsResult(
            Create(timings.Connect, "connect"),
            Create(timings.Tls, "tls"),
            Create(timings.FirstByte, "ttfb"),
            Create(timings.Body, "body"),
            timings.Connect?.Count ?? 0);

        static LatencyResult? Create(LatencyHistogram? histogram, string clock) =>
            histogram is null ? null : LatencySummary.Summarize(histogram, clock);
    }
}
