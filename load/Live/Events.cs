namespace Load.Live;

/// <summary>What is under way. All times of events count from the start of the run, warm-ups included.</summary>
/// <param name="T">Seconds.</param>
/// <param name="Kind">warmup or measure.</param>
/// <param name="Round">From 1; 0 before the first.</param>
/// <param name="Slot">Place in the round, from 1.</param>
/// <param name="Variant">Its name.</param>
/// <param name="Again">It is the baseline's second turn of the round, which shows the noise.</param>
/// <param name="Part">Of a run: the phase's name.</param>
/// <param name="DurationS">Planned as of now: a variant that still compiles is warmed up for longer.</param>
internal sealed record PhaseEvent(
    double T, string Kind, int Round, int Slot, string Variant, bool Again, string? Part, double? DurationS)
{
    public const string Warmup = "warmup";
    public const string Measure = "measure";
}

/// <summary>A stretch of load that is under way, four times a second.</summary>
/// <param name="T">Seconds.</param>
/// <param name="Variant">Its name.</param>
/// <param name="OwnT">Seconds for which it has been measured.</param>
/// <param name="Rps">Successful responses per second since the tick before.</param>
/// <param name="P50">Milliseconds, of the last 3 to 5 seconds of the stretch; null where that are too few requests, as is the next.</param>
/// <param name="P99">Milliseconds.</param>
/// <param name="Errors">Of the stretch so far.</param>
/// <param name="Cpu">Cores, by tier and of the load tool; null what is not known.</param>
/// <param name="Threads">In the pool, by tier.</param>
/// <param name="Queue">Waits for a pool thread, by tier.</param>
/// <param name="LateP99">Milliseconds: the tool's own delay in an open loop.</param>
internal sealed record TickEvent(
    double T,
    string Variant,
    double OwnT,
    double Rps,
    double? P50,
    double? P99,
    long Errors,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue,
    double? LateP99);

/// <summary>A slice that is over; of a run, a phase or a burst. Its figures are the result's.</summary>
/// <param name="T">Seconds.</param>
/// <param name="Variant">Its name.</param>
/// <param name="Again">It is the baseline's second turn of the round.</param>
/// <param name="Round">From 1.</param>
/// <param name="Part">Of a run: the phase's name.</param>
/// <param name="OwnT">Seconds for which the variant has been measured, with this.</param>
/// <param name="Seconds">It lasted.</param>
/// <param name="Rps">Successful responses per second.</param>
/// <param name="P50">Milliseconds; null where that are too few requests, as is the next.</param>
/// <param name="P99">Milliseconds.</param>
/// <param name="Errors">In it.</param>
/// <param name="Cpu">Cores on average, by tier and of the load tool.</param>
/// <param name="Threads">In the pool at its end, by tier.</param>
/// <param name="Queue">At its end, by tier.</param>
internal sealed record SliceEvent(
    double T,
    string Variant,
    bool Again,
    int Round,
    string? Part,
    double OwnT,
    double Seconds,
    double Rps,
    double? P50,
    double? P99,
    long Errors,
    IReadOnlyDictionary<string, double?> Cpu,
    IReadOnlyDictionary<string, double?> Threads,
    IReadOnlyDictionary<string, double?> Queue);

/// <summary>Of all variants of a comparison, the fastest first; at the end as in the result.</summary>
internal sealed record StandingEvent(IReadOnlyList<StandingRow> Rows);

/// <param name="Variant">Its name.</param>
/// <param name="Rounds">It has been measured in.</param>
/// <param name="Median">Successful responses per second.</param>
/// <param name="Ratio">To the baseline's; null for the baseline, and where nothing was measured.</param>
/// <param name="Lo">95 % interval; null from a single round.</param>
/// <param name="Hi">Its other end.</param>
/// <param name="Verdict">baseline, faster, slower, no difference, not yet clear, withheld; empty before there is any.</param>
internal sealed record StandingRow(
    string Variant, int Rounds, double Median, double? Ratio, double? Lo, double? Hi, string Verdict);

/// <param name="T">Seconds.</param>
/// <param name="Text">Somebody's note.</param>
internal sealed record MarkEvent(double T, string Text);

/// <param name="State">valid, invalid or cut-short.</param>
/// <param name="Report">Where this server has the report; null for none.</param>
/// <param name="Data">Path of the result file; null for none.</param>
internal sealed record EndEvent(string State, string? Report, string? Data);
