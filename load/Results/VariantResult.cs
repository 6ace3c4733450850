namespace Load.Results;

internal sealed record VariantResult
{
    public required string Name { get; init; }
    public string? Group { get; init; }
    public string? Summary { get; init; }

    /// <summary>The variant's own request.</summary>
    public required string Url { get; init; }

    /// <summary>Its warm-up before the first round, which takes longer than planned while it still compiles.</summary>
    public double? WarmupS { get; init; }

    public required long Requests { get; init; }
    public required long Errors { get; init; }
    public required IReadOnlyDictionary<string, long> Statuses { get; init; }

    /// <summary>Of the statuses, those that were not expected. Null in an older file, as are the next two.</summary>
    public IReadOnlyDictionary<string, long>? Unexpected { get; init; }

    /// <summary>Of the bodies received.</summary>
    public long? Bytes { get; init; }

    /// <summary>From the first send to the last reply, of all slices together.</summary>
    public double? MeasuredS { get; init; }

    public required IReadOnlyDictionary<string, long> TransportErrors { get; init; }

    /// <summary>Responses with an expected status and another body than expected; the rest of the errors.</summary>
    public long CheckFailures { get; init; }

    public required Throughput Throughput { get; init; }

    /// <summary>Of throughput to the baseline's; null for the baseline, and where nothing was measured.</summary>
    public RatioResult? Ratio { get; init; }

    /// <summary>The ratio of the target's CPU per request to the baseline's.</summary>
    public RatioResult? CpuRatio { get; init; }

    /// <summary>By the response clock when the loop is open, else by the service clock.</summary>
    public required LatencyResult Latency { get; init; }

    /// <summary>Of an open loop, as are the next five: from the send to the last byte.</summary>
    public LatencyResult? Service { get; init; }

    /// <summary>From the intended start to the send, of those that found a free connection: the tool's own.</summary>
    public LatencyResult? Lateness { get; init; }

    public long? Planned { get; init; }
    public long? Sent { get; init; }

    /// <summary>Of those sent: waited for a connection.</summary>
    public long? Queued { get; init; }

    /// <summary>Never sent, because too many waited.</summary>
    public long? Dropped { get; init; }

    /// <summary>In their order, where there were any.</summary>
    public IReadOnlyList<BurstResult>? Bursts { get; init; }

    /// <summary>Steps of the rate, or the parts of a long run; else null.</summary>
    public IReadOnlyList<WindowResult>? Windows { get; init; }

    /// <summary>In sequence, where there were several.</summary>
    public IReadOnlyList<PartResult>? Phases { get; init; }

    /// <summary>Of requests, where there were several.</summary>
    public IReadOnlyList<PartResult>? Kinds { get; init; }

    public IReadOnlyDictionary<string, ProcessResult?> Processes { get; init; } = new Dictionary<string, ProcessResult?>();
    public IReadOnlyList<RoundResult> Rounds { get; init; } = [];

    /// <summary>Counts, columns by | and rows by space; the scale is the result's.</summary>
    public string? Heat { get; init; }
}
