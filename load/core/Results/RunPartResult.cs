using System.Text.Json.Serialization;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>The result of a part of a run: one of its phases, or one of its kinds of request.</summary>
/// <param name="Name">
/// The name that the scenario gives to the phase or the kind of request. For a phase without a name, the text of its
/// load profile.
/// </param>
/// <param name="Requests">The number of requests that ended, with or without success.</param>
/// <param name="Errors">The number of unsuccessful requests.</param>
/// <param name="Rps">
/// Successful responses per second: during the phase, or during the whole run for a kind of request.
/// </param>
/// <param name="Statuses">The number of responses by HTTP status code.</param>
/// <param name="TransportErrors">The number of transport errors by kind.</param>
/// <param name="Latency">
/// The latency of the requests: the response time in an open loop or a burst, or the service time in a closed loop.
/// </param>
public sealed record RunPartResult(
    string Name,
    long Requests,
    long Errors,
    double Rps,
    IReadOnlyDictionary<string, long> Statuses,
    IReadOnlyDictionary<string, long> TransportErrors,
    LatencyResult Latency)
{
    /// <summary>Seconds from the start of the run to the start of the phase. Null for a kind of request.</summary>
    public double? StartS { get; init; }

    /// <summary>Seconds from the first request of the phase to its last response. Null for a kind of request.</summary>
    public double? MeasuredS { get; init; }

    /// <summary>The load model of the phase. Null for a kind of request.</summary>
    public LoadModel? Model { get; init; }

    /// <summary>
    /// The levels of each monitored process during the phase, keyed by process name. Null for a kind of request, or if
    /// no metrics were sampled.
    /// </summary>
    public IReadOnlyDictionary<string, ProcessResult.Levels?>? Processes { get; init; }

    /// <summary>
    /// The service time, from the sending of a request to the last byte of its response. Null unless the phase is an
    /// open loop.
    /// </summary>
    [JsonPropertyName("service")]
    public LatencyResult? ServiceTime { get; init; }

    /// <summary>
    /// The number of requests that the arrival schedule planned. Null unless the phase is an open loop.
    /// </summary>
    public long? Planned { get; init; }

    /// <summary>
    /// The number of requests that waited for a connection before they were sent. Null unless the phase is an open
    /// loop.
    /// </summary>
    public long? Queued { get; init; }

    /// <summary>
    /// The number of requests that were never sent because the queue was full. Null unless the phase is an open loop.
    /// </summary>
    public long? Dropped { get; init; }

    /// <summary>Summarizes the kinds of request of a run; null if there is only one.</summary>
    internal static IReadOnlyList<RunPartResult>? Create(IReadOnlyList<RequestKind> kinds, Measurement whole) =>
        whole.CountersByKind.Count == 0
            ? null
            : [.. kinds.Zip(whole.CountersByKind, (kind, counters) => Create(kind.Name, counters, whole))];

    /// <summary>Summarizes a phase of a run.</summary>
    internal static RunPartResult Create(StageResult stage)
    {
        var (measurement, openLoop) = (stage.Measurement, stage.Measurement.OpenLoop);
        return Create(stage.Stage.Name, measurement.Counters, measurement) with
        {
            StartS = RoundToFiveDigits(stage.Start.TotalSeconds),
            MeasuredS = RoundToFiveDigits(measurement.ElapsedSeconds),
            Model = LoadModel.Create(stage.Stage.Profile),
            ServiceTime = openLoop is null ? null : LatencySummary.Summarize(openLoop.ServiceTime),
            Planned = openLoop?.PlannedRequests,
            Queued = openLoop?.QueuedRequests,
            Dropped = openLoop?.DroppedRequests,
        };
    }

    private static RunPartResult Create(string name, RequestCounters counters, Measurement whole) => new(
        name,
        counters.Requests,
        counters.Errors,
        whole.BusySeconds > 0 ? RoundToFiveDigits(counters.Successes / whole.BusySeconds) : 0,
        OutcomeCounts.GetStatuses(counters),
        OutcomeCounts.GetTransportErrors(counters),
        LatencySummary.Summarize(counters.Latency, LatencySummary.GetClock(whole)));
}
