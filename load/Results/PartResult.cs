namespace Load.Results;

/// <summary>A part of a run: one of its phases, or one kind of its requests.</summary>
/// <param name="Name">As it was given, or as it was planned.</param>
/// <param name="Requests">Sent and ended.</param>
/// <param name="Errors">Of them.</param>
/// <param name="Rps">Successful responses a second, over the phase; over the whole run for a kind.</param>
/// <param name="Statuses">By code.</param>
/// <param name="TransportErrors">By kind.</param>
/// <param name="Latency">By the response clock in an open loop.</param>
internal sealed record PartResult(
    string Name,
    long Requests,
    long Errors,
    double Rps,
    IReadOnlyDictionary<string, long> Statuses,
    IReadOnlyDictionary<string, long> TransportErrors,
    LatencyResult Latency)
{
    /// <summary>Of a phase: since the start of the run.</summary>
    public double? StartS { get; init; }

    /// <summary>Of a phase: from the first send to the last reply.</summary>
    public double? MeasuredS { get; init; }

    /// <summary>Of a phase: closed or open, and with what.</summary>
    public LoadModel? Model { get; init; }

    /// <summary>Of a phase: by tier; null where nobody looked.</summary>
    public IReadOnlyDictionary<string, LevelResult?>? Processes { get; init; }

    /// <summary>Of an open loop: from the send to the last byte.</summary>
    public LatencyResult? Service { get; init; }

    /// <summary>Of an open loop, as are the next two.</summary>
    public long? Planned { get; init; }

    public long? Queued { get; init; }

    public long? Dropped { get; init; }
}
