namespace TwoTier.Load.Results;

/// <summary>What is counted of requests, those of a variant or those of a part of a run.</summary>
public abstract record RequestsResult
{
    private protected RequestsResult()
    {
    }

    [SetsRequiredMembers]
    private protected RequestsResult(string name, Measurement measurement, RequestCounters? kind = null)
    {
        var counters = kind ?? measurement.Counters;
        Name = name;
        Requests = counters.Requests;
        Errors = counters.Errors;
        Statuses = OutcomeCounts.GetStatuses(counters);
        UnexpectedStatuses = OutcomeCounts.GetUnexpectedStatuses(counters);
        TransportErrors = OutcomeCounts.GetTransportErrors(counters);
        CheckFailures = counters.CheckFailures;
        Latency = LatencySummary.Summarize(counters.Latency, LatencySummary.GetClock(measurement));
        if (kind is not null)
            return;
        MeasuredS = RoundToFiveDigits(measurement.ElapsedSeconds);
        if (measurement.OpenLoop is not { } openLoop)
            return;
        ServiceTime = LatencySummary.Summarize(openLoop.ServiceTime);
        Planned = openLoop.PlannedRequests;
        Queued = openLoop.QueuedRequests;
        Dropped = openLoop.DroppedRequests;
    }

    /// <summary>The name of the variant, of the phase (or its load profile), or of the kind of request.</summary>
    public required string Name { get; init; }

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

    /// <summary>Seconds from the first request to the last response, of all trials; null for a kind.</summary>
    public double? MeasuredS { get; init; }

    /// <summary>The response time of an open loop or of bursts, or the service time of a closed loop.</summary>
    public required LatencyResult Latency { get; init; }

    /// <summary>The time from the sending of a request to its last byte, in an open loop.</summary>
    [JsonPropertyName("service")]
    public LatencyResult? ServiceTime { get; init; }

    /// <summary>The number of requests that the arrival schedule of an open loop planned.</summary>
    public long? Planned { get; init; }

    /// <summary>The number of requests of an open loop that waited for a connection before they were sent.</summary>
    public long? Queued { get; init; }

    /// <summary>The number of requests of an open loop that were never sent because the queue was full.</summary>
    public long? Dropped { get; init; }
}
