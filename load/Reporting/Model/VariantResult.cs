namespace Load.Reporting.Model;

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
    public required IReadOnlyDictionary<string, long> TransportErrors { get; init; }

    /// <summary>Responses with an expected status and another body than expected; the rest of the errors.</summary>
    public long CheckFailures { get; init; }

    public required Throughput Throughput { get; init; }

    /// <summary>Of throughput to the baseline's; null for the baseline, and where nothing was measured.</summary>
    public required RatioResult? Ratio { get; init; }

    /// <summary>Of the front-end's CPU per request to the baseline's.</summary>
    public required RatioResult? CpuRatio { get; init; }

    public required LatencyResult Latency { get; init; }
    public required IReadOnlyDictionary<string, TierResult?> Tiers { get; init; }
    public required IReadOnlyList<RoundResult> Rounds { get; init; }

    /// <summary>Counts, columns by | and rows by space; the scale is the result's.</summary>
    public string? Heat { get; init; }
}
