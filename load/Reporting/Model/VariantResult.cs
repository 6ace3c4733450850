using System.Text.Json.Serialization;

namespace Load.Reporting.Model;

internal sealed record VariantResult
{
    public required string Name { get; init; }
    public string? Group { get; init; }
    public string? Summary { get; init; }

    /// <summary>The variant's own request.</summary>
    public required string Url { get; init; }

    public required long Requests { get; init; }
    public required long Errors { get; init; }
    public required IReadOnlyDictionary<string, long> Statuses { get; init; }
    public required IReadOnlyDictionary<string, long> TransportErrors { get; init; }
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

/// <param name="Median">Of the rounds.</param>
/// <param name="Lo">95 % interval of the rounds' geometric mean.</param>
/// <param name="Hi">Its other end.</param>
/// <param name="Unit">Successful responses a second.</param>
internal sealed record Throughput(double Median, double? Lo, double? Hi, string Unit = "req/s");

/// <param name="Value">Geometric mean of the rounds' ratios.</param>
/// <param name="Lo">95 % interval; null from a single round.</param>
/// <param name="Hi">Its other end.</param>
/// <param name="Verdict">faster, slower (of CPU: cheaper, dearer), no difference; withheld in an invalid run.</param>
/// <param name="ByRound">Null for a round in which one of the two measured nothing.</param>
/// <param name="RoundsFor5pct">Rounds that a difference of 5 % would need, for power 0.99.</param>
internal sealed record RatioResult(
    double Value,
    double? Lo,
    double? Hi,
    string Verdict,
    IReadOnlyList<double?> ByRound,
    [property: JsonPropertyName("rounds_for_5pct")] int? RoundsFor5pct);

/// <summary>A percentile with fewer than 10 requests beyond it is null; the curve ends there too.</summary>
internal sealed record LatencyResult(
    double? Min,
    double? Mean,
    double? Max,
    double? P50,
    double? P90,
    double? P95,
    double? P99,
    double? P999,
    double[][] Curve,
    string Unit = "ms",
    string Clock = "service");

/// <param name="CpuMs">A request.</param>
/// <param name="AllocKb">A request, 1,000 bytes.</param>
/// <param name="GcPauseMsPerS">Of the measured time.</param>
/// <param name="PoolThreads">Highest level at the end of a slice.</param>
/// <param name="PoolQueue">Highest level at the end of a slice.</param>
/// <param name="ConnectionsOpened">Outbound, in all slices.</param>
internal sealed record TierResult(
    double? CpuMs,
    double? AllocKb,
    double? GcPauseMsPerS,
    double? PoolThreads,
    double? PoolQueue,
    double? ConnectionsOpened);

internal sealed record RoundResult(
    int N,
    int Slot,
    double StartS,
    long Requests,
    double Rps,
    double[] RpsBins,
    double? P50,
    double? P99,
    double? FeCpuMs,
    double? BeCpuMs);
