namespace TwoTier.Load.Results;

/// <summary>
/// The content of a result file. Names of times end in _s or _ms, kb is 1,000 bytes, CPU time is in milliseconds per
/// request, and ratios are plain numbers. Null means not measured, or not part of this kind of result.
/// </summary>
public sealed record Result
{
    /// <summary>The identifier of the current schema of result files.</summary>
    public const string SchemaId = "urn:load:result:5";

    /// <summary>The <see cref="Kind"/> of a run.</summary>
    public const string RunKind = "run";

    /// <summary>The <see cref="Kind"/> of a comparison.</summary>
    public const string ComparisonKind = "compare";

    /// <summary>The identifier of the schema of this result file.</summary>
    public string Schema { get; init; } = SchemaId;

    /// <summary>The command that wrote the result: <c>run</c> or <c>compare</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The id of the result, after which its files are named: date, time and scenario.</summary>
    public required string Id { get; init; }

    [JsonInclude]
    [JsonRequired]
    internal ToolVersion Tool { get; init; } = null!;

    /// <summary>The number of processor cores of the machine that sent the load; null if it is not known.</summary>
    public int? Cores { get; init; }

    /// <summary>The start in UTC (RFC 3339): after the warm-up of a run, before the warm-ups of a comparison.</summary>
    public required string Started { get; init; }

    /// <summary>The end of the measurement in UTC (RFC 3339).</summary>
    public required string Ended { get; init; }

    /// <summary>Seconds from <see cref="Started"/> to <see cref="Ended"/>.</summary>
    public required double DurationS { get; init; }

    [JsonInclude]
    [JsonRequired]
    internal ScenarioDescription Scenario { get; init; } = null!;

    /// <summary>The command line with which the load tool was started.</summary>
    public required string Command { get; init; }

    /// <summary>The command that repeats the measurement. It may be shorter than <see cref="Command"/>.</summary>
    [JsonPropertyName("repeat")]
    public required string RepeatCommand { get; init; }

    [JsonInclude]
    [JsonRequired]
    internal LoadModel Model { get; init; } = null!;

    /// <summary>The number of connections with which each variant is loaded.</summary>
    [JsonIgnore]
    public int Connections => Model.Connections;

    /// <summary>The load model in words, such as "open loop, 500/s".</summary>
    public string? Workload { get; init; }

    [JsonInclude]
    [JsonRequired]
    internal MeasurementPlan Plan { get; init; } = null!;

    /// <summary>The seed of the random values and of the order of the variants in each round.</summary>
    [JsonIgnore]
    public int Seed => Plan.Seed;

    /// <summary>The number of starts of the target over which the rounds were measured.</summary>
    [JsonIgnore]
    public int StartCount => Plan.Starts ?? 1;

    [JsonInclude]
    [JsonRequired]
    internal StatisticalMethod Method { get; init; } = null!;

    /// <summary>The name of the baseline: the variant with which the other variants are compared.</summary>
    public required string Baseline { get; init; }

    /// <summary>Whether the measured values can be trusted.</summary>
    public required RunValidity Validity { get; init; }

    /// <summary>The thresholds that the user set with <c>--pass</c>, and whether they were met.</summary>
    public IReadOnlyList<ThresholdResult> Thresholds
    {
        get;
        // The JSON deserializer sets null if a file has no thresholds.
        init => field = value ?? [];
    } = [];

    /// <summary>
    /// What each variant of a comparison did in each start. All its ratios and rates follow from these samples. Empty
    /// for a run.
    /// </summary>
    public IReadOnlyList<Sample> Samples
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>Pairs of label and value that describe the machine, the load tool and the load.</summary>
    public required string[][] Provenance { get; init; }

    /// <summary>The measured variants. The result of a run has one variant.</summary>
    public required IReadOnlyList<VariantResult> Variants { get; init; }

    /// <summary>Reads a result file.</summary>
    /// <exception cref="UserErrorException">
    /// The file cannot be read, is no result of this schema, or contradicts itself. The message names the file and the
    /// flaw.
    /// </exception>
    public static Result Read(string path) => ResultReader.Read(path);

    /// <summary>Writes a result file, which <see cref="Read"/> and the command <c>load report</c> read.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Write(string path) =>
        File.WriteAllBytes(path, JsonSerializer.SerializeToUtf8Bytes(this, ResultWriterJson.Default.Result));

    /// <summary>Gets the variant with the given name.</summary>
    /// <exception cref="InvalidOperationException">The result has no such variant.</exception>
    public VariantResult GetVariant(string name) => Variants.Single(variant => variant.Name == name);

    /// <summary>Creates the table of the samples, from which all ratios follow.</summary>
    /// <exception cref="FormatException">A histogram of the result contradicts itself.</exception>
    internal SampleTable CreateTable() => new(
        Variants.ToDictionary(variant => variant.Name, variant => UrlText.GetBaseUrl(variant.Url)),
        Baseline,
        Samples,
        Variants.ToDictionary(variant => variant.Name, variant =>
        {
            var latency = new LatencyHistogram();
            variant.Latency.Histogram?.AddTo(latency);
            return latency;
        }));

    internal sealed record ToolVersion(string Name, string Version, string? Commit);
}

internal sealed record ScenarioDescription(string Name, string? Path, string? Sha256, string Request);

/// <summary>How load is generated. The kind is closed or open.</summary>
internal sealed record LoadModel(string Kind, int Connections, double? RatePerS = null)
{
    internal string FormatConnections() =>
        $"{(RatePerS is null ? "" : "at most ")}{Connections} connection{(Connections == 1 ? "" : "s")}";
}

/// <summary>The rounds and durations of a measurement.</summary>
/// <param name="Rounds">The number of rounds of each start; null if the time limit decided.</param>
/// <param name="TurnS">
/// The length of a run, or of a turn, in seconds; null if the turns were short ones, whose length follows from the
/// response times.
/// </param>
/// <param name="WarmupS">The shortest warm-up of each variant in seconds.</param>
/// <param name="Seed">The seed of random values and orders.</param>
/// <param name="TimeoutS">The time limit of a request in seconds.</param>
internal sealed record MeasurementPlan(
    int? Rounds, double? TurnS, double WarmupS, int Seed, double? TimeoutS = null)
{
    /// <summary>The time before a turn that is not counted, in seconds.</summary>
    public double LeadS { get; init; }

    /// <summary>The number of process starts over which the rounds were measured; null for one.</summary>
    public int? Starts { get; init; }
}
