namespace Experiments.Claims.Files;

/// <summary>
/// What a row runs, as data: variants under the same load, bursts, benchmarks, tests, or a program. The hash of the
/// rule covers it. The schema describes each field.
/// </summary>
internal sealed record ClaimRun
{
    /// <summary>The load of a comparison whose file says nothing else: 3.6 s of each variant in a start.</summary>
    private static readonly Dictionary<string, string> UsualLoad =
        new() { ["warmup"] = "15s", ["turn"] = "0.3s", ["lead"] = "0.1s" };

    public required RunFigure Figure { get; init; }
    public string? SameAs { get; init; }
    public IReadOnlyList<string> Compare { get; init; } = [];
    public IReadOnlyDictionary<string, string> Load { get; init; } = new Dictionary<string, string>();
    public bool Http2 { get; init; }
    public bool Tls { get; init; }
    public IReadOnlyList<string> BackEnd { get; init; } = [];
    public IReadOnlyList<RunVariant> Variants { get; init; } = [];
    public IReadOnlyList<string>? Tests { get; init; }
    public string? Scenario { get; init; }
    public int Rounds { get; init; } = 12;
    public IReadOnlyList<int>? Connections { get; init; }
    public int? Burst { get; init; }
    public bool PublishedClient { get; init; }
    public bool MonitorsPeaks { get; init; }
    public BenchmarkRun? Benchmarks { get; init; }
    public string? Script { get; init; }
    public IReadOnlyList<string> Arguments { get; init; } = [];

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? FirstParts { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? FirstPauseS { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Cold { get; init; }

    [JsonIgnore]
    public RunVariant? Variant => Find(0);

    [JsonIgnore]
    public RunVariant? Baseline => Find(1);

    /// <summary>Whether the load tool compares the variants with each other, in turns.</summary>
    [JsonIgnore]
    public bool IsComparison => Variants is not [] && Burst is null && Figure is not (RunFigure.Failed
        or RunFigure.FailedShare or RunFigure.MemoryAfterStart);

    /// <summary>The id of the row that describes the experiment. Rows with the same one share it.</summary>
    [JsonIgnore]
    public string Experiment { get; init; } = "";

    /// <summary>Fills in what a row has in common with the one that it names.</summary>
    public ClaimRun Resolve(string id, Func<string, ClaimRun?> find) => SameAs switch
    {
        null => this with
        {
            Experiment = id,
            Load = IsComparison
                ? UsualLoad.Where(option => !Load.ContainsKey(option.Key)).Concat(Load).ToDictionary()
                : Load,
        },
        _ when find(SameAs) is { SameAs: null } other => other.Resolve(SameAs, find) with
        {
            Figure = Figure,
            SameAs = SameAs,
            Compare = Compare,
        },
        _ => throw new FormatException($"{id}: run.same_as names no row with an experiment of its own."),
    };

    public IEnumerable<string> FindErrors()
    {
        if (SameAs is not null)
            yield break;
        object?[] others = [Tests, Benchmarks, Script];
        if (others.Count(one => one is not null) + (Variants is [] ? 0 : 1) is not 1)
            yield return "run needs variants, tests, benchmarks or a script, and only one of them.";
        if (Variants is not []
            && (Compare is not ([_] or [_, _]) || Compare.Except(Variants.Select(one => one.Name)).Any()))
        {
            yield return "run.compare needs the names of one or two of the variants.";
        }

        if (Tests is not null != Figure is RunFigure.FailedTests || Tests is { Count: not 2 })
            yield return "run.figure is failed-tests for tests (a project and classes), and for nothing else.";
        if (Benchmarks is not null != Figure is RunFigure.BenchmarkTime or RunFigure.BenchmarkAllocation)
            yield return "run.figure is benchmark-time or benchmark-allocation for benchmarks, and for nothing else.";
        if (Script is not null != Figure is RunFigure.Own)
            yield return "run.figure is own for a script, and for nothing else.";
        if (Burst is not null && Figure is not (RunFigure.Throughput or RunFigure.Failed))
            yield return "run.figure of a burst is throughput or failed.";
        if (Cold is not null && Figure is not (RunFigure.Failed or RunFigure.FailedShare))
            yield return "run.cold is for counts of failures: other figures need a warm process.";
        if (Variants.Any(one => one is { Program: RunVariant.BackEnd, SendsTelemetry: true }
            or { Program: RunVariant.BackEnd, Variables.Count: > 0 }))
        {
            yield return "run: a variant that is a back-end has neither variables nor telemetry.";
        }
    }

    private RunVariant? Find(int place) => Compare.ElementAtOrDefault(place) is { } name
        ? Variants.FirstOrDefault(variant => variant.Name == name) : null;
}

internal enum RunFigure
{
    Throughput,
    Cpu,
    Allocation,
    AnonymousMemory,
    MemoryAfterStart,
    Failed,
    FailedTests,

    /// <summary>The median response time of the baseline, divided by that of the variant.</summary>
    MedianSpeed,
    WorkingSet,
    BackEndWorkingSet,

    /// <summary>The share of the requests of one variant that failed.</summary>
    FailedShare,
    BenchmarkTime,
    BenchmarkAllocation,
    Own,
}

/// <summary>Methods of benchmarks, whose times or allocations are compared.</summary>
internal sealed record BenchmarkRun
{
    public required string Class { get; init; }
    public string? Parameters { get; init; }
    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Ratios { get; init; }
}

/// <summary>A process that is loaded, and how requests to it differ.</summary>
internal sealed record RunVariant
{
    public const string FrontEnd = "front-end";
    public const string BackEnd = "back-end";
    public const string IngestGo = "ingest-go";

    public required string Name { get; init; }
    public string Program { get; init; } = FrontEnd;
    public string? Path { get; init; }
    public string? Query { get; init; }
    public IReadOnlyList<string> Settings { get; init; } = [];
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();
    public bool SendsTelemetry { get; init; }
    public string? First { get; init; }
}
