namespace TwoTier.Load.Results;

/// <summary>The result of a run, or of one variant of a comparison. What it does not have is null.</summary>
public sealed record VariantResult : RequestsResult
{
    /// <summary>Creates an empty result.</summary>
    public VariantResult()
    {
    }

    /// <summary>Summarizes the trials of a variant, without its ratios and without the parts of a run.</summary>
    [SetsRequiredMembers]
    internal VariantResult(
        string name,
        string url,
        Measurement whole,
        IReadOnlyList<Trial> trials,
        IEnumerable<string> processes,
        IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown)
        : base(name, whole)
    {
        var counters = whole.Counters;
        Url = url;
        Bytes = counters.Bytes;
        Failures = FailureResult.Create(whole);
        FailureLatency = counters.FailureLatency is { } failures ? LatencySummary.Summarize(failures, "failed") : null;
        Resent = whole.ResentRequests;
        UnexpectedBytes = whole.UnexpectedBytes;
        Pauses = whole.Pauses;
        Unfinished = whole.UnfinishedRequests;
        Timings = TimingsResult.Create(whole.Timings);
        BusyS = RoundToFiveDigits(whole.BusySeconds);
        Throughput = new Throughput(RoundToFiveDigits(whole.Goodput ?? 0), null, null);
        ScheduleDelay = whole.OpenLoop is { } loop ? LatencySummary.Summarize(loop.ScheduleDelay, "lateness") : null;
        Sent = whole.OpenLoop?.SentRequests;
        Processes = processes.ToDictionary(
            process => process, process => ProcessResult.Create(trials, process, afterCooldown));
        Rounds = [.. trials.Select(RoundResult.Create)];
        HeatMap = string.Join('|', trials.Select(trial => trial.HeatMap).Where(columns => columns.Length > 0));
    }

    /// <summary>The name of the group to which the variant belongs.</summary>
    public string? Group { get; init; }

    /// <summary>A sentence that describes the variant.</summary>
    public string? Summary { get; init; }

    /// <summary>The URL of the requests, with placeholders instead of parameter values.</summary>
    public required string Url { get; init; }

    /// <summary>
    /// The length of the warm-up before the first round, in seconds. The warm-up is repeated while the target still
    /// compiles, so it can be longer than planned.
    /// </summary>
    public double? WarmupS { get; init; }

    /// <summary>The total size of all received bodies in bytes.</summary>
    public long? Bytes { get; init; }

    [JsonInclude]
    internal IReadOnlyList<FailureResult>? Failures { get; init; }

    /// <summary>The time until the transport error of each request that ended in one.</summary>
    public LatencyResult? FailureLatency { get; init; }

    /// <summary>The number of requests that were sent again, and that the target may have processed twice.</summary>
    public long? Resent { get; init; }

    /// <summary>The number of connections closed because the server sent bytes that belong to no response.</summary>
    public long? UnexpectedBytes { get; init; }

    /// <summary>The number of requests that had no complete response at the stop; no other count has them.</summary>
    public long? Unfinished { get; init; }

    [JsonInclude]
    internal ToolPauses? Pauses { get; init; }

    /// <summary>The phases of the requests.</summary>
    public TimingsResult? Timings { get; init; }

    /// <summary>
    /// The 95 % interval of the share of the requests that are errors, from 0 to 1, from ten equal parts of a run; null
    /// if there is none.
    /// </summary>
    public ConfidenceInterval? ErrorShareInterval { get; init; }

    /// <summary>
    /// The mean time for which a connection was busy, in seconds: from the start until its last response or, in an open
    /// loop, at least until the last request was due.
    /// </summary>
    public double? BusyS { get; init; }

    /// <summary>The throughput in successful responses per second.</summary>
    public required Throughput Throughput { get; init; }

    /// <summary>
    /// The ratio of the variant's throughput to the baseline's. All ratios are null for the baseline itself, and if
    /// either value was not measured.
    /// </summary>
    public RatioResult? Ratio { get; init; }

    /// <summary>The ratio of the target's CPU time per request to that of the baseline.</summary>
    public RatioResult? CpuRatio { get; init; }

    /// <summary>The ratio of the bytes that the target allocated per request to those of the baseline.</summary>
    public RatioResult? AllocRatio { get; init; }

    /// <summary>
    /// The delay that the load tool itself caused in an open loop: from the intended start of a request to its sending,
    /// or to its queueing or dropping if no connection was free.
    /// </summary>
    [JsonPropertyName("lateness")]
    public LatencyResult? ScheduleDelay { get; init; }

    /// <summary>The number of requests of an open loop that were sent.</summary>
    public long? Sent { get; init; }

    /// <summary>The bursts in the order in which they were sent.</summary>
    public IReadOnlyList<BurstResult>? Bursts { get; init; }

    /// <summary>The steps of the arrival rate (several in <c>--rate</c>), or the equal parts of a long run.</summary>
    [JsonInclude]
    internal IReadOnlyList<TimeWindowResult>? Windows { get; init; }

    /// <summary>
    /// The arrival rate of the last step that held before the first one that did not, in requests per second. It is the
    /// result of a run with steps. Null if no step held.
    /// </summary>
    public double? LastHeld { get; init; }

    [JsonInclude]
    internal IReadOnlyList<RunPartResult>? Phases { get; init; }

    [JsonInclude]
    internal IReadOnlyList<RunPartResult>? Kinds { get; init; }

    /// <summary>The resource usage of each monitored process by name; null if its metrics could not be read.</summary>
    public IReadOnlyDictionary<string, ProcessResult?> Processes { get; init; } =
        new Dictionary<string, ProcessResult?>();

    /// <summary>The variant's trial in each round. A run has one trial.</summary>
    public IReadOnlyList<RoundResult> Rounds { get; init; } = [];

    /// <summary>
    /// The heat map: counts of responses, with columns separated by | and rows by a space. <see
    /// cref="Result.HeatMapScale"/> describes the axes.
    /// </summary>
    [JsonPropertyName("heat")]
    public string? HeatMap { get; init; }

    // A step that was cut short is not judged.
    internal IReadOnlyList<TimeWindowResult> JudgedSteps =>
        [.. (Windows ?? []).Where(window => window.Held is not null)];
}

/// <summary>The throughput of a variant: successful responses per second of busy time.</summary>
/// <param name="Rate">All successful responses, divided by the busy time.</param>
/// <param name="Lo">
/// The lower end of its 95 % interval: from the starts or the batches of rounds of a comparison, or from ten equal
/// parts of a run. Null if there are too few of them.
/// </param>
/// <param name="Hi">The upper end of that interval.</param>
public sealed record Throughput(double Rate, double? Lo, double? Hi);

/// <summary>
/// The phases of the requests. The time to the first byte and the body add up to the service time. A phase that did not
/// occur is null.
/// </summary>
/// <param name="Connect">The time to resolve the host name and to open a TCP connection, for each one.</param>
/// <param name="Tls">The time of the TLS handshake, for each connection that was opened.</param>
/// <param name="Ttfb">
/// The time from sending a request to the first byte of its answer (with HTTP/2, to the end of the headers), including
/// the opening of a connection if it needed one.
/// </param>
/// <param name="Body">The time from the first to the last byte of an answer.</param>
/// <param name="ConnectionsOpened">The number of connections that the load tool opened.</param>
public sealed record TimingsResult(
    LatencyResult? Connect, LatencyResult? Tls, LatencyResult? Ttfb, LatencyResult? Body, long ConnectionsOpened)
{
    internal static TimingsResult Create(RequestTimings timings)
    {
        return new TimingsResult(
            Summarize(timings.Connect, "connect"),
            Summarize(timings.Tls, "tls"),
            Summarize(timings.FirstByte, "ttfb"),
            Summarize(timings.Body, "body"),
            timings.Connect?.Count ?? 0);

        static LatencyResult? Summarize(LatencyHistogram? histogram, string clock) =>
            histogram is null ? null : LatencySummary.Summarize(histogram, clock);
    }
}
