namespace TwoTier.Load.Results;

/// <summary>The result of a run, or of one variant of a comparison. What it does not have is null.</summary>
public sealed record VariantResult : PartResult
{
    /// <summary>Creates an empty result.</summary>
    public VariantResult()
    {
    }

    [SetsRequiredMembers]
    internal VariantResult(PartResult whole, string url)
        : base(whole) => Url = url;

    /// <summary>A sentence that describes the variant.</summary>
    public string? Summary { get; init; }

    /// <summary>The URL of the requests, with placeholders instead of parameter values.</summary>
    public required string Url { get; init; }

    /// <summary>The total size of all received bodies in bytes.</summary>
    public long? Bytes { get; init; }

    // How many requests had each of the most frequent causes, by the kind of transport error.
    [JsonInclude]
    internal IReadOnlyDictionary<string, IReadOnlyDictionary<string, long>>? Causes { get; init; }

    /// <summary>The number of connections closed because the server sent bytes that belong to no response.</summary>
    public long? UnexpectedBytes { get; init; }

    /// <summary>The number of requests that had no complete response at the stop; no other count has them.</summary>
    public long? Unfinished { get; init; }

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

    /// <summary>
    /// The ratio of the variant's throughput to the baseline's. All ratios are null for the baseline itself, and if
    /// either value was not measured.
    /// </summary>
    public RatioResult? Ratio { get; init; }

    /// <summary>The ratio of the target's CPU time per request to that of the baseline.</summary>
    public RatioResult? CpuRatio { get; init; }

    /// <summary>The ratio of the bytes that the target allocated per request to those of the baseline.</summary>
    public RatioResult? AllocRatio { get; init; }

    /// <summary>The ratio of the median latency to that of the baseline. Percentiles have no verdict.</summary>
    public RatioResult? P50Ratio { get; init; }

    /// <summary>The ratio of the 99th percentile of the latency to that of the baseline.</summary>
    public RatioResult? P99Ratio { get; init; }

    /// <summary>The parts of a run: its kinds of request, bursts and windows, if it has several.</summary>
    public IReadOnlyList<PartResult> Parts
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>
    /// The arrival rate of the last step that held before the first one that did not, in requests per second. It is the
    /// result of a run with steps. Null if no step held.
    /// </summary>
    public double? LastHeld { get; init; }

    // A step that was cut short is not judged.
    internal IReadOnlyList<PartResult> JudgedSteps => [.. Parts.Where(part => part.Held is not null)];

    /// <summary>Gets the parts of a kind, in their order.</summary>
    public IReadOnlyList<PartResult> GetParts(PartKind kind) => [.. Parts.Where(part => part.Kind == kind)];
}

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
    LatencyResult? Connect, LatencyResult? Tls, LatencyResult? Ttfb, LatencyResult? Body, long ConnectionsOpened);
