using System.Text.Json.Serialization;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// The live event for the start of a phase, a trial or a warm-up. In all live events, elapsed times count from the
/// start of the run or comparison, warm-ups included.
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
    int? Connections = null)
{
    /// <summary>The kind of a phase during which load is sent but not measured.</summary>
    public const string WarmupKind = "warmup";

    /// <summary>The kind of a phase that is measured.</summary>
    public const string MeasuredKind = "measure";
}

/// <summary>The live event for the current state of the load, published four times per second.</summary>
internal sealed record LoadStateEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds,
    string Variant,
    [property: JsonPropertyName("own_t")] double VariantSeconds,
    double Rps,
    double? P50,
    double? P99,
    long Errors,
    IReadOnlyDictionary<string, long>? Failures,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue,
    IReadOnlyList<string> Down,
    [property: JsonPropertyName("late_p99")] double? ScheduleDelayP99)
{
    /// <summary>The requests of the burst that is running, by kind; null if none is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<BurstProgress>? Burst { get; init; }
}

/// <summary>
/// The live event for the end of a trial, or of a phase or a burst of a run. Its values are the same as in the result
/// file.
/// </summary>
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
    long Errors,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue)
{
    /// <summary>The requests of the burst that ended, by kind; null if none did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<BurstProgress>? Burst { get; init; }
}

/// <summary>
/// The live event for the interim results of all variants of a comparison, the fastest variant first. The last event of
/// this type has the final results.
/// </summary>
internal sealed record InterimResultsEvent(IReadOnlyList<InterimResultRow> Rows);

/// <summary>The interim result of a variant.</summary>
internal sealed record InterimResultRow(
    string Variant, int Rounds, double Median, double? Ratio, double? Lo, double? Hi, string Verdict);

/// <summary>The live event for a note that a user of the live page added.</summary>
internal sealed record AnnotationEvent([property: JsonPropertyName("t")] double ElapsedSeconds, string Text);

/// <summary>The live event for a service that the stage kills or starts.</summary>
internal sealed record ServiceStateEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds, string Service, string State);

/// <summary>The live event for the end of the measurement.</summary>
internal sealed record MeasurementEndedEvent(
    string State, string? Report, string? Data, ReportSentences? Words = null);
