using System.Text.Json.Serialization;

namespace Load.Live;

/// <summary>
/// The start of a phase, a trial or a warm-up. All elapsed times count from the start, warm-ups included.
/// </summary>
/// <param name="ElapsedSeconds">Seconds since the start.</param>
/// <param name="Kind">Either <see cref="Warmup"/> or <see cref="Measure"/>.</param>
/// <param name="Round">The number of the round from 1, or 0 before the first round.</param>
/// <param name="Slot">The place in the order of the round, from 1.</param>
/// <param name="Variant">The name of the variant.</param>
/// <param name="IsBaselineReplicate">
/// True for the second trial of the baseline in a round, which shows the noise of the measurement.
/// </param>
/// <param name="Part">The name of the phase of a run, or null in a comparison.</param>
/// <param name="DurationS">
/// The planned duration of the whole measurement in seconds. It grows when a warm-up is repeated because the target
/// still compiles. Null if it is not known.
/// </param>
internal sealed record PhaseEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds,
    string Kind,
    int Round,
    int Slot,
    string Variant,
    [property: JsonPropertyName("again")] bool IsBaselineReplicate,
    string? Part,
    double? DurationS)
{
    /// <summary>The kind of a phase that is not measured.</summary>
    public const string Warmup = "warmup";

    /// <summary>The kind of a phase that is measured.</summary>
    public const string Measure = "measure";
}

/// <summary>The state of the load that is being sent. There are four of these events per second.</summary>
/// <param name="ElapsedSeconds">Seconds since the start.</param>
/// <param name="Variant">The name of the variant.</param>
/// <param name="VariantSeconds">Seconds for which the variant has been measured in all of its trials.</param>
/// <param name="Rps">Successful responses per second since the previous tick.</param>
/// <param name="P50">
/// The median latency in milliseconds over the last 3 to 5 seconds, or null with too few requests.
/// </param>
/// <param name="P99">
/// The 99th percentile in milliseconds over the last 3 to 5 seconds, or null with too few requests.
/// </param>
/// <param name="Errors">The number of errors in the trial so far.</param>
/// <param name="Cpu">
/// The CPU cores used by each monitored process and by the load tool, by name. Null if they are not known.
/// </param>
/// <param name="Threads">The thread pool threads of each monitored process by its name, or null.</param>
/// <param name="Queue">The thread pool queue length of each monitored process by its name, or null.</param>
/// <param name="ScheduleDelayP99">
/// The 99th percentile of the load tool's own delay in milliseconds. Null unless the loop is open.
/// </param>
internal sealed record TickEvent(
    [property: JsonPropertyName("t")] double ElapsedSeconds,
    string Variant,
    [property: JsonPropertyName("own_t")] double VariantSeconds,
    double Rps,
    double? P50,
    double? P99,
    long Errors,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue,
    [property: JsonPropertyName("late_p99")] double? ScheduleDelayP99);

/// <summary>The end of a trial, or of a phase or a burst of a run. Its figures are those of the result file.</summary>
/// <param name="ElapsedSeconds">Seconds since the start.</param>
/// <param name="Variant">The name of the variant.</param>
/// <param name="IsBaselineReplicate">True for the second trial of the baseline in a round.</param>
/// <param name="Round">The number of the round, from 1.</param>
/// <param name="Part">The name of the phase of a run, or null in a comparison.</param>
/// <param name="VariantSeconds">Seconds for which the variant has been measured, this trial included.</param>
/// <param name="Seconds">The length of the trial in seconds.</param>
/// <param name="Rps">Successful responses per second.</param>
/// <param name="P50">The median latency in milliseconds, or null with too few requests.</param>
/// <param name="P99">The 99th percentile of the latency in milliseconds, or null with too few requests.</param>
/// <param name="Errors">The number of errors.</param>
/// <param name="Cpu">
/// The CPU cores used on average by each monitored process and by the load tool, by name, or null.
/// </param>
/// <param name="Threads">
/// The thread pool threads of each monitored process at the end of the trial by its name, or null.
/// </param>
/// <param name="Queue">
/// The thread pool queue length of each monitored process at the end of the trial by its name, or null.
/// </param>
internal sealed record TrialEvent(
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
    IReadOnlyDictionary<string, double?> Queue);

/// <summary>The interim results of all variants of a comparison, the fastest first. The last ones are final.</summary>
/// <param name="Rows">A row for each variant.</param>
internal sealed record StandingEvent(IReadOnlyList<StandingRow> Rows);

/// <summary>The interim result of a variant.</summary>
/// <param name="Variant">The name of the variant.</param>
/// <param name="Rounds">The number of rounds in which the variant has been measured.</param>
/// <param name="Median">The median of successful responses per second.</param>
/// <param name="Ratio">The ratio to the baseline. Null for the baseline itself, or if nothing was measured.</param>
/// <param name="Lo">The lower end of the ratio's 95 % interval, or null with a single round.</param>
/// <param name="Hi">The upper end of the ratio's 95 % interval, or null with a single round.</param>
/// <param name="Verdict">One of <see cref="Results.VerdictLabels"/>, or empty before the first round.</param>
internal sealed record StandingRow(
    string Variant, int Rounds, double Median, double? Ratio, double? Lo, double? Hi, string Verdict);

/// <summary>A note that a user of the live page added.</summary>
/// <param name="ElapsedSeconds">Seconds since the start.</param>
/// <param name="Text">The text of the note.</param>
internal sealed record MarkEvent([property: JsonPropertyName("t")] double ElapsedSeconds, string Text);

/// <summary>The end of the measurement.</summary>
/// <param name="State">The validity of the result: valid, invalid or cut-short.</param>
/// <param name="Report">The path of the report on this server, or null without a report.</param>
/// <param name="Data">The path of the result file, or null without a result.</param>
internal sealed record EndEvent(string State, string? Report, string? Data);
