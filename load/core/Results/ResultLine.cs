namespace TwoTier.Load.Results;

/// <summary>
/// A line of the events of a measurement: when something happened, and one of the others. A line with nothing but the
/// time is a sign of life.
/// </summary>
internal sealed record ResultLine
{
    /// <summary>Seconds since the start of the measurement, warm-ups included.</summary>
    public double T { get; init; }

    /// <summary>
    /// The measurement that begins: a result without figures, whose duration is the planned one, or 0 if it is not
    /// known. Its kind is <see cref="StageKind"/> for load that is shown and not measured.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Result? Plan { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TurnStart? Turn { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LoadState? Load { get; init; }

    /// <summary>What a variant of a comparison did in a turn that has ended, or in its latest short ones.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TurnEnd? Sample { get; init; }

    /// <summary>How the variants of a comparison stand so far, the fastest first.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<Standing>? Standings { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RunValidity? Validity { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ResultEnd? End { get; init; }

    public const string StageKind = "stage";
}

/// <summary>The start of a turn of a comparison, of the load of a run, or of a warm-up.</summary>
/// <param name="Variant">The name of the variant.</param>
/// <param name="IsMeasured">False for a warm-up.</param>
/// <param name="Round">The number of the round, from 1; 0 for a warm-up before the first round.</param>
/// <param name="Connections">The number of connections, if it changes while the load is shown.</param>
internal sealed record TurnStart(string Variant, bool IsMeasured, int Round, int? Connections);

/// <summary>The end of a turn, or of several.</summary>
/// <param name="Variant">The name of the variant.</param>
/// <param name="Round">The number of the last round, from 1.</param>
/// <param name="Requests">The number of requests that ended.</param>
/// <param name="Good">The number of successful responses.</param>
/// <param name="BusyS">The mean time for which a connection was busy, in seconds.</param>
/// <param name="P50Ms">The median latency in milliseconds; null if there were too few requests.</param>
/// <param name="P99Ms">The 99th percentile of the latency.</param>
internal sealed record TurnEnd(
    string Variant, int Round, long Requests, long Good, double BusyS, double? P50Ms, double? P99Ms);

/// <summary>
/// The load at the moment, or at the end of a turn, and what the processes told of themselves under it, by name. A
/// process has no entry before its first reading under the load of this variant.
/// </summary>
internal sealed record LoadState(string Variant, double Rps, long Requests, long Errors)
{
    /// <summary>The median latency of the turn or run so far in milliseconds; null if it had too few requests.</summary>
    public double? P50Ms { get; init; }

    /// <summary>The 99th percentile of the same latencies.</summary>
    public double? P99Ms { get; init; }

    public IReadOnlyDictionary<string, ProcessLoad> Processes { get; init; } = new Dictionary<string, ProcessLoad>();

    /// <summary>The processes that no longer answer.</summary>
    public IReadOnlyList<string> Down { get; init; } = [];

    /// <summary>The errors by kind, if they are more than the limit allows.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, long>? Failures { get; init; }
}

/// <summary>What a process told of itself; null for what it does not tell.</summary>
internal sealed record ProcessLoad
{
    /// <summary>The number of processor cores in use.</summary>
    public double? Cores { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Threads { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Queue { get; init; }

    /// <summary>The number of requests that it works at.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Active { get; init; }

    /// <summary>The number of its outbound connections.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Connections { get; init; }

    /// <summary>The number of requests that it answered per second since the reading before.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Served { get; init; }
}

/// <summary>
/// How a variant stands. It has no verdict before the end: somebody who stops as soon as a verdict pleases is wrong
/// more often than the intervals say.
/// </summary>
internal sealed record Standing(
    string Variant, int Rounds, double Rate, double? Ratio, double? Lo, double? Hi, RatioVerdict? Verdict = null);

/// <summary>The end of a measurement.</summary>
/// <param name="State">The state of its validity.</param>
/// <param name="Path">The path of the result file; null if there is none.</param>
/// <param name="Headline">The finding; null without a result.</param>
internal sealed record ResultEnd(string State, string? Path, IReadOnlyList<TextRun>? Headline);

/// <summary>
/// A part of a sentence whose text has a single format: variant, amount, strong, code, or null for none.
/// </summary>
internal sealed record TextRun(string Text, string? Kind = null);
