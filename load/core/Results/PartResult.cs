namespace TwoTier.Load.Results;

/// <summary>
/// What is counted of requests: those of a variant, or those of a part of a run. What it does not have is null.
/// </summary>
public record PartResult
{
    /// <summary>The kind of part; null for a variant as a whole.</summary>
    public PartKind? Kind { get; init; }

    /// <summary>The name of the variant, or of the part.</summary>
    public required string Name { get; init; }

    /// <summary>Seconds from <see cref="Result.Started"/> to the start of the part.</summary>
    public double? StartS { get; init; }

    /// <summary>Seconds from the first request to the last response, of all turns.</summary>
    public double? MeasuredS { get; init; }

    [JsonInclude]
    internal LoadModel? Model { get; init; }

    /// <summary>The number of requests that ended, with or without success.</summary>
    public required long Requests { get; init; }

    /// <summary>The number of unexpected statuses, failed body checks and transport errors.</summary>
    public required long Errors { get; init; }

    /// <summary>The number of responses by HTTP status code.</summary>
    public required IReadOnlyDictionary<string, long> Statuses { get; init; }

    /// <summary>The number of responses by unexpected HTTP status code.</summary>
    [JsonPropertyName("unexpected")]
    public IReadOnlyDictionary<string, long>? UnexpectedStatuses { get; init; }

    /// <summary>The number of transport errors by kind.</summary>
    public required IReadOnlyDictionary<string, long> TransportErrors { get; init; }

    /// <summary>The number of responses with an expected status whose body failed a check.</summary>
    public long CheckFailures { get; init; }

    /// <summary>The throughput in successful responses per second.</summary>
    public required Throughput Throughput { get; init; }

    /// <summary>The response time of an open loop or of bursts, or the service time of a closed loop.</summary>
    public required LatencyResult Latency { get; init; }

    /// <summary>The time from the sending of a request to its last byte, in an open loop or a burst.</summary>
    [JsonPropertyName("service")]
    public LatencyResult? ServiceTime { get; init; }

    /// <summary>
    /// The delay that the load tool itself caused in an open loop or a burst: from the intended start of a request to
    /// its sending, or to its queueing or dropping if no connection was free.
    /// </summary>
    [JsonPropertyName("lateness")]
    public LatencyResult? ScheduleDelay { get; init; }

    /// <summary>The number of requests that the arrival schedule of an open loop planned.</summary>
    public long? Planned { get; init; }

    /// <summary>The number of requests of an open loop that were sent.</summary>
    public long? Sent { get; init; }

    /// <summary>The number of requests of an open loop that waited for a connection before they were sent.</summary>
    public long? Queued { get; init; }

    /// <summary>The number of requests of an open loop that were never sent because the queue was full.</summary>
    public long? Dropped { get; init; }

    /// <summary>
    /// Whether a step of the arrival rate held: requests sent as planned, few enough errors, and every threshold met.
    /// Null for anything else, and for a step that was cut short.
    /// </summary>
    public bool? Held { get; init; }

    [JsonInclude]
    internal IReadOnlyList<string>? Reasons { get; init; }

    /// <summary>The resource usage of each monitored process by name; null if its metrics could not be read.</summary>
    public IReadOnlyDictionary<string, ProcessResult?> Processes
    {
        get;
        init => field = value ?? new Dictionary<string, ProcessResult?>();
    } = new Dictionary<string, ProcessResult?>();
}

/// <summary>The kinds of parts of a run.</summary>
[JsonConverter(typeof(PartKindConverter))]
public enum PartKind
{
    /// <summary>All requests of one kind, of several that a scenario has, over the time of the whole run.</summary>
    Request,

    /// <summary>
    /// Requests that were released at the same moment, from which their latencies count. Percentiles are those of the
    /// whole burst, and no estimates.
    /// </summary>
    Burst,

    /// <summary>
    /// A step of the arrival rate, or an equal part of a long run. A request is counted in the window in which it was
    /// due, and its success in the window in which the response arrived.
    /// </summary>
    Window,
}

internal sealed class PartKindConverter()
    : JsonStringEnumConverter<PartKind>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);

/// <summary>A throughput: successful responses per second of busy time.</summary>
/// <param name="Rate">All successful responses, divided by the busy time.</param>
/// <param name="Lo">
/// The lower end of its 95 % interval: from the starts or the batches of rounds of a comparison, or from ten equal
/// parts of a run. Null if there are too few of them.
/// </param>
/// <param name="Hi">The upper end of that interval.</param>
public sealed record Throughput(double Rate, double? Lo, double? Hi);
