namespace Load.Results;

/// <summary>A part of a run: one of its phases, or one kind of its requests.</summary>
/// <param name="Name">The name from the scenario, or the text of the phase's load profile.</param>
/// <param name="Requests">The number of requests that ended.</param>
/// <param name="Errors">Unexpected statuses, failed checks and transport errors.</param>
/// <param name="Rps">Successful responses per second: in the phase, or in the whole run for a kind of request.</param>
/// <param name="Statuses">The number of responses by HTTP status code.</param>
/// <param name="TransportErrors">The number of transport errors by kind.</param>
/// <param name="Latency">The response time of an open loop or a burst, or the service time of a closed loop.</param>
internal sealed record PartResult(
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

    /// <summary>Seconds from the phase's first send to its last response. Null for a kind of request.</summary>
    public double? MeasuredS { get; init; }

    /// <summary>The load model of the phase. Null for a kind of request.</summary>
    public LoadModel? Model { get; init; }

    /// <summary>
    /// The levels of each monitored process in the phase, by its name. Null for a kind of request, or if no metrics
    /// were sampled.
    /// </summary>
    public IReadOnlyDictionary<string, LevelResult?>? Processes { get; init; }

    /// <summary>The service time, from the send to the last byte. Null unless the phase is an open loop.</summary>
    public LatencyResult? Service { get; init; }

    /// <summary>The number of arrivals that the schedule planned. Null unless the phase is an open loop.</summary>
    public long? Planned { get; init; }

    /// <summary>
    /// The number of sent requests that waited for a connection. Null unless the phase is an open loop.
    /// </summary>
    public long? Queued { get; init; }

    /// <summary>
    /// The number of arrivals that were never sent because the queue was full. Null unless the phase is an open loop.
    /// </summary>
    public long? Dropped { get; init; }
}
