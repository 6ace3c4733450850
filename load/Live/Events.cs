using System.Text.Json.Serialization;
using Load.Metrics;
using Load.Output.Words;

namespace Load.Live;

/// <summary>
/// The live event for the start of a phase, a trial or a warm-up. In all live events, elapsed times count from the
/// start of the run or comparison, warm-ups included.
/// </summary>
/// <param name="ElapsedSeconds">Seconds since the start of the run or comparison.</param>
/// <param name="Kind">The kind of the phase: either <see cref="WarmupKind"/> or <see cref="MeasuredKind"/>.</param>
/// <param name="Round">The number of the round from 1, or 0 before the first round.</param>
/// <param name="Slot">The position of the trial in the order of its round, from 1.</param>
/// <param name="Variant">The name of the variant.</param>
/// <param name="IsBaselineReplicate">
/// True for the second trial of the baseline in a round. Comparing both trials of the baseline shows the noise of the
/// measurement.
/// </param>
/// <param name="Part">The name of the phase of a run, or null in a comparison.</param>
/// <param name="DurationS">
/// The planned duration of the whole measurement in seconds, or null if the duration is not known. The duration grows
/// when a warm-up is repeated because the target is still compiling code.
/// </param>
/// <param name="Connections">The number of connections of load that does not end; null otherwise.</param>
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
/// <param name="ElapsedSeconds">Seconds since the start of the run or comparison.</param>
/// <param name="Variant">The name of the variant.</param>
/// <param name="VariantSeconds">Seconds for which the variant has been measured so far, over all of its trials.</param>
/// <param name="Rps">Successful responses per second since the previous live event of this type.</param>
/// <param name="P50">
/// The median latency in milliseconds over the last 2.5 to 5 seconds, or null if there were too few requests.
/// </param>
/// <param name="P99">
/// The 99th percentile of the latency in milliseconds over the last 2.5 to 5 seconds, or null if there were too few
/// requests.
/// </param>
/// <param name="Errors">The number of errors in the trial so far.</param>
/// <param name="Failures">
/// The number of errors of each kind, keyed by status or by transport error. Null unless the trial has more errors than
/// the limit allows.
/// </param>
/// <param name="Cpu">
/// The CPU cores that each monitored process and the load tool use, keyed by process name. A value is null if it is not
/// known.
/// </param>
/// <param name="Threads">
/// The number of thread pool threads of each monitored process, keyed by process name. A value is null if it is not
/// known.
/// </param>
/// <param name="Queue">
/// The length of the thread pool queue of each monitored process, keyed by process name. A value is null if it is not
/// known.
/// </param>
/// <param name="Down">
/// The monitored processes that answered before, and whose metrics could not be read twice in a row.
/// </param>
/// <param name="ScheduleDelayP99">
/// The 99th percentile of the schedule delay, which is the delay that the load tool itself adds, in milliseconds. Null
/// in a closed loop.
/// </param>
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
/// <param name="ElapsedSeconds">Seconds since the start of the run or comparison.</param>
/// <param name="Variant">The name of the variant.</param>
/// <param name="IsBaselineReplicate">True for the second trial of the baseline in a round.</param>
/// <param name="Round">The number of the round, from 1.</param>
/// <param name="Part">The name of the phase of a run, or null in a comparison.</param>
/// <param name="VariantSeconds">Seconds for which the variant has been measured so far, this trial included.</param>
/// <param name="Seconds">The length of the trial in seconds.</param>
/// <param name="Rps">Successful responses per second in the trial.</param>
/// <param name="P50">The median latency of the trial in milliseconds, or null if there were too few requests.</param>
/// <param name="P99">
/// The 99th percentile of the latency of the trial in milliseconds, or null if there were too few requests.
/// </param>
/// <param name="Errors">The number of errors in the trial.</param>
/// <param name="Cpu">
/// The CPU cores that each monitored process and the load tool used on average, keyed by process name. A value is null
/// if it was not measured.
/// </param>
/// <param name="Threads">
/// The number of thread pool threads of each monitored process at the end of the trial, keyed by process name. A value
/// is null if it was not measured.
/// </param>
/// <param name="Queue">
/// The length of the thread pool queue of each monitored process at the end of the trial, keyed by process name. A
/// value is null if it was not measured.
/// </param>
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
/// <param name="Rows">The interim results, one for each variant.</param>
internal sealed record InterimResultsEvent(IReadOnlyList<InterimResultRow> Rows);

/// <summary>The interim result of a variant.</summary>
/// <param name="Variant">The name of the variant.</param>
/// <param name="Rounds">The number of rounds in which the variant has been measured.</param>
/// <param name="Median">The median over the variant's rounds of the successful responses per second.</param>
/// <param name="Ratio">
/// The ratio of the variant's goodput to the baseline's. Null for the baseline itself, or if nothing was measured.
/// </param>
/// <param name="Lo">The lower end of the ratio's 95 % confidence interval, or null after a single round.</param>
/// <param name="Hi">The upper end of the ratio's 95 % confidence interval, or null after a single round.</param>
/// <param name="Verdict">
/// The verdict on the variant: one of <see cref="Results.VerdictLabels"/>, or empty before the end of the first round.
/// </param>
internal sealed record InterimResultRow(
    string Variant, int Rounds, double Median, double? Ratio, double? Lo, double? Hi, string Verdict);

/// <summary>The live event for a note that a user of the live page added.</summary>
/// <param name="ElapsedSeconds">Seconds since the start of the run or comparison.</param>
/// <param name="Text">The text of the note.</param>
internal sealed record AnnotationEvent([property: JsonPropertyName("t")] double ElapsedSeconds, string Text);

/// <summary>The live event for a service that the stage kills or starts.</summary>
/// <param name="ElapsedSeconds">Seconds since the start of the run or comparison.</param>
/// <param name="Service">The name of the service.</param>
/// <param name="State">The state of the service: running, killed or starting.</param>
internal sealed record ServiceStateEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds, string Service, string State);

/// <summary>The live event for the end of the measurement.</summary>
/// <param name="State">
/// The validity of the result: valid, limited, failed-as-planned, cut-short or invalid.
/// </param>
/// <param name="Report">
/// The URL path of the report on the server of the live page, or null if there is no report.
/// </param>
/// <param name="Data">The path of the result file, or null if there is no result.</param>
/// <param name="Words">The sentences of the report about the result, or null if there is no result.</param>
internal sealed record MeasurementEndedEvent(
    string State, string? Report, string? Data, ReportSentences? Words = null);
