using System.Text.Json.Serialization;
using Load.Statistics;
using Load.Validity;

namespace Load.Results;

/// <summary>
/// The result file. Times end in _s or _ms, kb is 1,000 bytes, CPU time is in milliseconds per request, and ratios are
/// plain numbers. Null means not measured; 0 means measured as zero. Renaming or removing a field changes the schema;
/// adding one does not.
/// </summary>
internal sealed record Result
{
    /// <summary>The identifier of the current schema.</summary>
    public const string SchemaId = "urn:load:result:2";

    /// <summary>The identifier of the schema of this file.</summary>
    public string Schema { get; init; } = SchemaId;

    /// <summary>The command that wrote the result: <c>run</c> or <c>compare</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The name of the result's files: date, time and scenario.</summary>
    public required string Id { get; init; }

    /// <summary>The version of the load tool.</summary>
    public required Tool Tool { get; init; }

    /// <summary>
    /// The start as an RFC 3339 timestamp in UTC: of a run without its warm-up, of a comparison with its warm-ups.
    /// </summary>
    public required string Started { get; init; }

    /// <summary>The end as an RFC 3339 timestamp in UTC.</summary>
    public required string Ended { get; init; }

    /// <summary>Seconds from <see cref="Started"/> to <see cref="Ended"/>.</summary>
    public required double DurationS { get; init; }

    /// <summary>What was requested.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>The command line of the load tool.</summary>
    public required string Command { get; init; }

    /// <summary>The command that repeats the measurement. It may be shorter than the tool's own command line.</summary>
    public required string Repeat { get; init; }

    /// <summary>The load model.</summary>
    public required LoadModel Model { get; init; }

    /// <summary>The load model in words, such as "open loop, 500/s". Null in a file that predates this field.</summary>
    public string? Workload { get; init; }

    /// <summary>The rounds and durations of the measurement.</summary>
    public required Plan Plan { get; init; }

    /// <summary>The statistical method.</summary>
    public required Method Method { get; init; }

    /// <summary>The name of the variant that the others are compared with.</summary>
    public required string Baseline { get; init; }

    /// <summary>The descriptions of the variants' groups by group name.</summary>
    public required IReadOnlyDictionary<string, string> Groups { get; init; }

    /// <summary>
    /// For each round, the indices in <see cref="Variants"/> in the order in which they were measured.
    /// </summary>
    public required int[][] Order { get; init; }

    /// <summary>Whether the figures can be trusted.</summary>
    public required RunValidity Validity { get; init; }

    /// <summary>The thresholds of <c>--pass</c> and whether they were met.</summary>
    public IReadOnlyList<ThresholdResult> Thresholds
    {
        get;
        // The JSON deserializer sets null if a file predates this field, in spite of the initializer.
        init => field = value ?? [];
    } = [];

    /// <summary>
    /// The 95 % interval of the baseline's throughput ratio to itself, measured twice in each round. Null without a
    /// comparison.
    /// </summary>
    public Interval? Noise { get; init; }

    /// <summary>The comparison against an earlier result (<c>--against</c>). Null without one.</summary>
    public BaselineComparisonResult? Against { get; init; }

    /// <summary>The axes of the variants' heat maps. Null if there are no heat maps.</summary>
    public HeatScale? Heat { get; init; }

    /// <summary>The notes that were added during the measurement.</summary>
    public required IReadOnlyList<Mark> Marks { get; init; }

    /// <summary>Pairs of label and value that describe the machine, the tool and the load.</summary>
    public required string[][] Provenance { get; init; }

    /// <summary>The measured variants. A run has one.</summary>
    public required IReadOnlyList<VariantResult> Variants { get; init; }
}

/// <summary>The version of the load tool.</summary>
/// <param name="Name">The name of the tool.</param>
/// <param name="Version">The version number.</param>
/// <param name="Commit">The commit that the tool was built from, or null if it is unknown.</param>
internal sealed record Tool(string Name, string Version, string? Commit);

/// <summary>What was requested.</summary>
/// <param name="Name">The name of the run and of its files.</param>
/// <param name="Path">The path of the scenario file, or null without one.</param>
/// <param name="Sha256">The hash of the scenario file, or null without one.</param>
/// <param name="Request">The method and the URL.</param>
internal sealed record Scenario(string Name, string? Path, string? Sha256, string Request);

/// <summary>How load is generated.</summary>
/// <param name="Kind">The kind of the loop: <c>closed</c>, <c>open</c>, or <c>mixed</c> for different phases.</param>
/// <param name="Connections">The number of connections of each variant.</param>
/// <param name="RatePerS">The average arrival rate per second, or null unless the loop is open.</param>
/// <param name="MaxBacklog">
/// The queue limit: how many arrivals may wait for a connection. Null unless the loop is open.
/// </param>
internal sealed record LoadModel(string Kind, int Connections, double? RatePerS = null, int? MaxBacklog = null);

/// <summary>The rounds and durations of a measurement.</summary>
/// <param name="Rounds">The number of rounds. In each round every variant has one trial.</param>
/// <param name="TrialS">Seconds of one trial.</param>
/// <param name="WarmupS">Seconds of each variant's warm-up before the first round.</param>
/// <param name="TrialWarmupS">Seconds of warm-up before each trial.</param>
/// <param name="Seed">The seed of the parameters' values and of the order in each round.</param>
/// <param name="TimeoutS">Seconds after which a request is given up. Null in a file that predates this field.</param>
internal sealed record Plan(
    int Rounds,
    [property: JsonPropertyName("slice_s")] double TrialS,
    double WarmupS,
    [property: JsonPropertyName("slice_warmup_s")] double TrialWarmupS,
    int Seed,
    double? TimeoutS = null);

/// <summary>The statistical method of a comparison.</summary>
/// <param name="Centre">How a ratio is calculated.</param>
/// <param name="Interval">How its interval is calculated, and what a verdict requires.</param>
/// <param name="Pairs">The number of complete rounds.</param>
internal sealed record Method(string Centre, string Interval, int Pairs);

/// <summary>A note that somebody added during the measurement.</summary>
/// <param name="TimeS">
/// Seconds since <see cref="Result.Started"/>. A note from a run's warm-up has a negative time.
/// </param>
/// <param name="Text">The text of the note.</param>
internal sealed record Mark([property: JsonPropertyName("t_s")] double TimeS, string Text);

/// <summary>The axes of the variants' heat maps: latency over measured time.</summary>
/// <param name="Rows">The number of latency rows. They are logarithmic, the lowest first.</param>
/// <param name="Cols">The number of columns of the variant's own measured time.</param>
/// <param name="LoMs">The lower end of the first row in milliseconds.</param>
/// <param name="HiMs">The upper end of the last row in milliseconds.</param>
/// <param name="ColS">The width of a column in seconds.</param>
internal sealed record HeatScale(int Rows, int Cols, double LoMs, double HiMs, double ColS);
