using System.Text.Json.Serialization;
using Load.Statistics;
using Load.Validity;

namespace Load.Results;

/// <summary>
/// The result file. Times end in _s or _ms, kb is 1,000 bytes, CPU is milliseconds a request, ratios are plain numbers.
/// Null is what was not measured, 0 was measured. Renaming or removing a field changes the schema; adding one does not.
/// </summary>
internal sealed record Result
{
    public const string SchemaId = "urn:load:result:2";

    public string Schema { get; init; } = SchemaId;
    public required string Kind { get; init; }
    public required string Id { get; init; }
    public required Tool Tool { get; init; }

    /// <summary>RFC 3339, UTC.</summary>
    public required string Started { get; init; }

    public required string Ended { get; init; }
    public required double DurationS { get; init; }
    public required Scenario Scenario { get; init; }
    public required string Command { get; init; }

    /// <summary>What to type to see it again.</summary>
    public required string Repeat { get; init; }

    public required LoadModel Model { get; init; }

    /// <summary>The model in words: "open loop, 500/s". Null in an older file.</summary>
    public string? Workload { get; init; }

    public required Plan Plan { get; init; }
    public required Method Method { get; init; }
    public required string Baseline { get; init; }
    public required IReadOnlyDictionary<string, string> Groups { get; init; }

    /// <summary>Variants' places in <see cref="Variants"/>, in the order of each round.</summary>
    public required int[][] Order { get; init; }

    public required RunValidity Validity { get; init; }

    /// <summary>Of <c>--pass</c>.</summary>
    public IReadOnlyList<ThresholdResult> Thresholds
    {
        get;
        // What reads the JSON sets null where an older file has no such field, initializer or not.
        init => field = value ?? [];
    } = [];

    /// <summary>95 % interval of the baseline's throughput against its own, measured twice in each round.</summary>
    public Interval? Noise { get; init; }

    /// <summary>Of <c>--against</c>.</summary>
    public BaselineComparisonResult? Against { get; init; }

    public HeatScale? Heat { get; init; }
    public required IReadOnlyList<Mark> Marks { get; init; }

    /// <summary>Label and value.</summary>
    public required string[][] Provenance { get; init; }

    public required IReadOnlyList<VariantResult> Variants { get; init; }
}

internal sealed record Tool(string Name, string Version, string? Commit);

/// <param name="Name">Of the run and its files.</param>
/// <param name="Path">Of the scenario file; null where the command line says it all.</param>
/// <param name="Sha256">Of the scenario file.</param>
/// <param name="Request">Method and URL.</param>
internal sealed record Scenario(string Name, string? Path, string? Sha256, string Request);

/// <param name="Kind">closed or open.</param>
/// <param name="Connections">Of each variant.</param>
/// <param name="RatePerS">Of an open loop, on average.</param>
/// <param name="MaxBacklog">Of an open loop: how many may wait for a connection.</param>
internal sealed record LoadModel(string Kind, int Connections, double? RatePerS = null, int? MaxBacklog = null);

/// <param name="Rounds">Passes over all variants.</param>
/// <param name="SliceS">Of one variant in one round.</param>
/// <param name="WarmupS">Before the first round.</param>
/// <param name="SliceWarmupS">Before each slice.</param>
/// <param name="Seed">Of values and orders.</param>
/// <param name="TimeoutS">Of a request; null in an older file.</param>
internal sealed record Plan(
    int Rounds, double SliceS, double WarmupS, double SliceWarmupS, int Seed, double? TimeoutS = null);

internal sealed record Method(string Centre, string Interval, int Pairs);

/// <param name="TimeS">Since the start.</param>
/// <param name="Text">What was noted.</param>
internal sealed record Mark([property: JsonPropertyName("t_s")] double TimeS, string Text);
