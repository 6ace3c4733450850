using System.ComponentModel;

namespace Studies.Claims.Files;

/// <summary>
/// What a row runs, as data: variants under the same load, bursts, benchmarks, tests, or a program. The hash of the
/// rule covers it, and its own hash decides which measurements may be pooled.
/// </summary>
internal sealed record ClaimRun
{
    /// <summary>The load of a comparison whose file says nothing else: 3.6 s of each variant in a start.</summary>
    private static readonly Dictionary<string, string> UsualLoad =
        new() { ["warmup"] = "15s", ["slice"] = "0.3s", ["slice-warmup"] = "0.1s" };

    [Description("The figure of which the ratio is. failed counts requests, and failed_baseline those of the baseline; "
        + "failed-tests counts tests.")]
    public required RunFigure Figure { get; init; }

    [Description("The row whose experiment this one reads. All but figure and compare is then that row's.")]
    public string? SameAs { get; init; }

    [Description("The names of two variants, of which the first is divided by the second; or of the only one.")]
    public IReadOnlyList<string> Compare { get; init; } = [];

    [Description("Options of the load tool, without the dashes.")]
    public IReadOnlyDictionary<string, string> Load { get; init; } = new Dictionary<string, string>();

    [Description("Whether the back-end speaks HTTP/2, too, which the front-ends are told.")]
    public bool Http2 { get; init; }

    [Description("Whether the back-end speaks https, and is called by it.")]
    public bool Tls { get; init; }

    [Description("Settings of the back-end.")]
    public IReadOnlyList<string> BackEnd { get; init; } = [];

    [Description("The variants, which are loaded in the same rounds. The first one has two turns in a round.")]
    public IReadOnlyList<RunVariant> Variants { get; init; } = [];

    [Description("The project of the tests, and a pattern of their classes.")]
    public IReadOnlyList<string>? Tests { get; init; }

    [Description("The scenario of the load tool, without its folder and extension.")]
    public string? Scenario { get; init; }

    [Description("The rounds of each start.")]
    public int Rounds { get; init; } = 12;

    [Description("The numbers of connections, with each of which the variants are compared. The metrics at_<number> "
        + "are the ratio with that number, divided by that with the number in load.")]
    public IReadOnlyList<int>? Connections { get; init; }

    [Description("The requests of the one burst that each variant gets.")]
    public int? Burst { get; init; }

    [Description("Whether the client of the publication sends the burst, instead of the load tool.")]
    public bool PublishedClient { get; init; }

    [Description("Whether a hook in the back-ends samples their thread pools, and reports the peaks.")]
    public bool MonitorsPeaks { get; init; }

    [Description("Benchmarks instead of services.")]
    public BenchmarkRun? Benchmarks { get; init; }

    [Description("The program in peers/questions that measures one start, without its extension.")]
    public string? Script { get; init; }

    [Description("The arguments of the program.")]
    public IReadOnlyList<string> Arguments { get; init; } = [];

    [JsonIgnore]
    public RunVariant? Variant => Find(0);

    [JsonIgnore]
    public RunVariant? Baseline => Find(1);

    /// <summary>Whether the load tool compares the variants with each other, in turns.</summary>
    [JsonIgnore]
    public bool IsComparison => Variants is not [] && Burst is null && Figure is not (RunFigure.Failed
        or RunFigure.FailedShare or RunFigure.BurstMedian or RunFigure.MemoryAfterStart);

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
        _ => throw new FormatException($"{id}.yaml: run.same_as names no row with an experiment of its own."),
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
        if (Variants.Any(one => one is { Program: RunVariant.BackEnd, SendsTelemetry: true }
            or { Program: RunVariant.BackEnd, Variables.Count: > 0 }))
        {
            yield return "run: a variant that is a back-end has neither variables nor telemetry.";
        }
    }

    private RunVariant? Find(int place) => Compare.ElementAtOrDefault(place) is { } name
        ? Variants.FirstOrDefault(variant => variant.Name == name)
        : null;
}

internal enum RunFigure
{
    Throughput,
    Cpu,
    Allocation,
    AnonymousMemory,
    MemoryAfterStart,
    MedianTime,
    BurstMedian,
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
    [Description("The class of the benchmarks, without the collector at the end of its name.")]
    public required string Class { get; init; }

    [Description("The only parameters that are run, as BenchmarkDotNet filters them; null for all.")]
    public string? Parameters { get; init; }

    [Description("The metrics: each with a method, the method of which it is a multiple, and the parameters of both, "
        + "if there are any.")]
    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Ratios { get; init; }
}

/// <summary>A process that is loaded, and how requests to it differ.</summary>
internal sealed record RunVariant
{
    public const string FrontEnd = "front-end";
    public const string BackEnd = "back-end";
    public const string IngestGo = "ingest-go";

    [Description("The name of the variant in result files.")]
    public required string Name { get; init; }

    [Description("front-end, back-end, ingest-go, or a build of the minimal aggregator, such as net9. A back-end with "
        + "settings is one of its own, and so is that of ingest-go.")]
    public string Program { get; init; } = FrontEnd;

    [Description("The path of the requests, instead of that of a random customer.")]
    public string? Path { get; init; }

    [Description("The query of the requests.")]
    public string? Query { get; init; }

    [Description("Settings of the program.")]
    public IReadOnlyList<string> Settings { get; init; } = [];

    [Description("Environment variables of the program.")]
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();

    [Description("Whether the program sends traces, metrics and logs to a receiver, which discards them.")]
    public bool SendsTelemetry { get; init; }

    [Description("The path that is requested 300 times before a burst, ten at once, so that the code is compiled.")]
    public string? First { get; init; }
}
