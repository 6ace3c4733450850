using System.Text.Json.Serialization;

namespace TwoTier.Load.Cli.Events;

/// <summary>The types of events.</summary>
internal static class RunEvent
{
    /// <summary>The type of the event that describes the run, the first of each run.</summary>
    public const string HeaderType = "hello";
    public const string PhaseType = "phase";
    public const string LoadStateType = "tick";
    public const string TrialType = "slice";
    public const string InterimResultsType = "standing";
    public const string ValidityType = "validity";
    public const string EndType = "end";
    /// <summary>The type of the event that only shows that the load tool is still there.</summary>
    public const string KeepAliveType = "alive";
}

internal sealed record RunHeader
{
    public string Schema { get; init; } = "urn:load:live:3";

    /// <summary>A number that differs from run to run, so that a reader notices a new run.</summary>
    public long Run { get; init; }

    /// <summary><c>run</c>, <c>compare</c>, or <c>stage</c> for load that is steered and not measured.</summary>
    public required string Kind { get; init; }

    /// <summary>Whether the run belongs to load that does not end, both while it shows and while it proves.</summary>
    [JsonPropertyName("stage")]
    public bool IsStage { get; init; }

    public required string Scenario { get; init; }

    /// <summary>The load model in words, such as "open loop, 500/s".</summary>
    public required string? Workload { get; init; }

    public required MeasurementPlan Plan { get; init; }
    public LoadModel? Model { get; init; }
    public required string Baseline { get; init; }

    /// <summary>The descriptions of the groups of variants, keyed by group name.</summary>
    public IReadOnlyDictionary<string, string> Groups { get; init; } = new Dictionary<string, string>();

    public required IReadOnlyList<HeaderVariant> Variants { get; init; }

    /// <summary>
    /// For each round, the order of its trials, as indices in <see cref="Variants"/>. Each round contains the baseline
    /// twice. A run has one round, with a trial for each phase or burst.
    /// </summary>
    public int[][] Order { get; init; } = [];

    public IReadOnlyList<string> Parts { get; init; } = [];
    public int Cores { get; init; } = Environment.ProcessorCount;

    /// <summary>
    /// The planned duration in seconds, warm-ups included. Null for bursts, or if the run ends after a number of
    /// requests.
    /// </summary>
    public double? DurationS { get; init; }
}

internal sealed record HeaderVariant(string Name, string? Group, string? Summary);

/// <summary>
/// The start of a phase, a trial or a warm-up. In all events, elapsed times count from the start of the run or
/// comparison, warm-ups included.
/// </summary>
internal sealed record PhaseStartedEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds,
    string Kind,
    int Round,
    int Slot,
    string Variant,
    [property: JsonPropertyName("again")] bool IsBaselineReplicate,
    string? Part,
    double? DurationS,
    int? Connections = null);

/// <summary>
/// The load at the moment, and what the monitored processes last told of themselves, by name: null for what a process
/// does not tell, and nothing before the first reading under the load of this variant. <c>Served</c> is the number of
/// requests that a process answered per second since the reading before, and <c>Connections</c> are outbound.
/// </summary>
internal sealed record LoadStateEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds,
    string Variant,
    [property: JsonPropertyName("own_t")] double VariantSeconds,
    double Rps,
    double? P50,
    double? P99,
    long Requests,
    long Errors,
    IReadOnlyDictionary<string, long>? Failures,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue,
    IReadOnlyDictionary<string, double?> Active,
    IReadOnlyDictionary<string, double?> Connections,
    IReadOnlyDictionary<string, double?> Served,
    IReadOnlyList<string> Down)
{
    /// <summary>The requests of the burst that is running, by kind; null if none is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<BurstProgress>? Burst { get; init; }
}

/// <summary>The end of a trial, or of a phase or a burst of a run, with the values of the result file.</summary>
internal sealed record TrialEndedEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds,
    string Variant,
    [property: JsonPropertyName("again")] bool IsBaselineReplicate,
    int Round,
    string? Part,
    [property: JsonPropertyName("own_t")] double VariantSeconds,
    double Seconds,
    double Rps,
    double? P50,
    double? P99,
    long Requests,
    long Errors,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue)
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<BurstProgress>? Burst { get; init; }
}

/// <summary>
/// The interim results of all variants of a comparison, the fastest variant first. The last event of this type has the
/// final results.
/// </summary>
internal sealed record InterimResultsEvent(IReadOnlyList<InterimResultRow> Rows);

internal sealed record InterimResultRow(
    string Variant, int Rounds, double Median, double? Ratio, double? Lo, double? Hi, string Verdict);

internal sealed record KeepAliveEvent;

internal sealed record MeasurementEndedEvent(string State, string? Report, string? Data, ReportSentences? Words = null);

[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RunHeader))]
[JsonSerializable(typeof(PhaseStartedEvent))]
[JsonSerializable(typeof(LoadStateEvent))]
[JsonSerializable(typeof(TrialEndedEvent))]
[JsonSerializable(typeof(InterimResultsEvent))]
[JsonSerializable(typeof(RunValidity))]
[JsonSerializable(typeof(KeepAliveEvent))]
[JsonSerializable(typeof(MeasurementEndedEvent))]
internal sealed partial class EventJson : JsonSerializerContext;
