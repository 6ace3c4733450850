using System.Text.Json.Serialization;

namespace Load.Results;

/// <summary>The result of one variant of a comparison, or of a run.</summary>
internal sealed record VariantResult
{
    /// <summary>The name of the variant.</summary>
    public required string Name { get; init; }

    /// <summary>The group that the variant belongs to, or null without one.</summary>
    public string? Group { get; init; }

    /// <summary>A sentence that describes the variant, or null without one.</summary>
    public string? Summary { get; init; }

    /// <summary>The URL that was requested, with its parameters unresolved.</summary>
    public required string Url { get; init; }

    /// <summary>
    /// Seconds of the warm-up before the first round. It is repeated while the target still compiles, so it can exceed
    /// the plan. Null in a file that predates this field.
    /// </summary>
    public double? WarmupS { get; init; }

    /// <summary>The number of requests that ended.</summary>
    public required long Requests { get; init; }

    /// <summary>Unexpected statuses, failed checks and transport errors.</summary>
    public required long Errors { get; init; }

    /// <summary>The number of responses by HTTP status code.</summary>
    public required IReadOnlyDictionary<string, long> Statuses { get; init; }

    /// <summary>The statuses that were not expected. Null in a file that predates this field.</summary>
    public IReadOnlyDictionary<string, long>? Unexpected { get; init; }

    /// <summary>The size of all received bodies in bytes. Null in a file that predates this field.</summary>
    public long? Bytes { get; init; }

    /// <summary>
    /// Seconds from the first send to the last response, added up over all trials. Null in a file that predates this
    /// field.
    /// </summary>
    public double? MeasuredS { get; init; }

    /// <summary>The number of transport errors by kind.</summary>
    public required IReadOnlyDictionary<string, long> TransportErrors { get; init; }

    /// <summary>Responses with an expected status whose body failed a check.</summary>
    public long CheckFailures { get; init; }

    /// <summary>Successful responses per second.</summary>
    public required Throughput Throughput { get; init; }

    /// <summary>
    /// The ratio of the throughput to the baseline's. Null for the baseline itself, or if one of the two has none.
    /// </summary>
    public RatioResult? Ratio { get; init; }

    /// <summary>
    /// The ratio of the target's CPU time per request to the baseline's. Null for the baseline itself, or if it was not
    /// measured.
    /// </summary>
    public RatioResult? CpuRatio { get; init; }

    /// <summary>The response time of an open loop or of bursts, or the service time of a closed loop.</summary>
    public required LatencyResult Latency { get; init; }

    /// <summary>The service time, from the send to the last byte. Null unless the loop is open.</summary>
    public LatencyResult? Service { get; init; }

    /// <summary>
    /// The load tool's own delay, from the intended start to the send, of the requests that found a free connection.
    /// Null unless the loop is open.
    /// </summary>
    [JsonPropertyName("lateness")]
    public LatencyResult? ScheduleDelay { get; init; }

    /// <summary>The number of arrivals that the schedule planned. Null unless the loop is open.</summary>
    public long? Planned { get; init; }

    /// <summary>The number of requests that were sent. Null unless the loop is open.</summary>
    public long? Sent { get; init; }

    /// <summary>The number of sent requests that waited for a connection. Null unless the loop is open.</summary>
    public long? Queued { get; init; }

    /// <summary>
    /// The number of arrivals that were never sent because the queue was full. Null unless the loop is open.
    /// </summary>
    public long? Dropped { get; init; }

    /// <summary>The bursts in the order in which they were sent. Null without bursts.</summary>
    public IReadOnlyList<BurstResult>? Bursts { get; init; }

    /// <summary>The steps of the arrival rate, or the parts of a long run. Null for any other run.</summary>
    public IReadOnlyList<WindowResult>? Windows { get; init; }

    /// <summary>The phases in the order in which they ran. Null with a single phase.</summary>
    public IReadOnlyList<PartResult>? Phases { get; init; }

    /// <summary>The kinds of requests. Null with a single kind.</summary>
    public IReadOnlyList<PartResult>? Kinds { get; init; }

    /// <summary>The usage of each monitored process by its name, or null if its metrics could not be read.</summary>
    public IReadOnlyDictionary<string, ProcessResult?> Processes { get; init; } =
        new Dictionary<string, ProcessResult?>();

    /// <summary>The variant's trial of each round. A run has one.</summary>
    public IReadOnlyList<RoundResult> Rounds { get; init; } = [];

    /// <summary>
    /// The heat map: response counts, with columns separated by | and rows by a space. <see cref="Result.Heat"/> has
    /// its axes. Null without a heat map.
    /// </summary>
    public string? Heat { get; init; }
}
