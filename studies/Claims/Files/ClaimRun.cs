using System.ComponentModel;

namespace Studies.Claims.Files;

/// <summary>
/// What a row runs, as data: two variants under the same load, bursts, benchmarks, tests, or a program. The hash of the
/// rule covers it. A property without a value has no effect on the hash.
/// </summary>
internal sealed record ClaimRun
{
    [Description("The figure of which the ratio is: that of the variant, divided by that of the baseline. failed "
        + "counts requests, and failed_baseline those of the baseline; failed-tests counts tests.")]
    public required RunFigure Figure { get; init; }

    [Description("Options of the load tool, without the dashes.")]
    public IReadOnlyDictionary<string, string> Load { get; init; } = new Dictionary<string, string>();

    [Description("Whether the back-end speaks HTTP/2, too, which the front-ends are told.")]
    public bool Http2 { get; init; }

    [Description("Whether the back-end speaks https, and is called by it.")]
    public bool Tls { get; init; }

    [Description("The CPU cores that the program may use. Each variant is then loaded alone.")]
    public double? Cores { get; init; }

    [Description("Settings of the back-end.")]
    public IReadOnlyList<string> BackEnd { get; init; } = [];
    public RunVariant? Baseline { get; init; }
    public RunVariant? Variant { get; init; }

    [Description("The variants of other rows of the same experiment, which are loaded in the same rounds.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<RunVariant>? Others { get; init; }

    [Description("The project of the tests, and a pattern of their classes.")]
    public IReadOnlyList<string>? Tests { get; init; }

    [Description("The scenario of the load tool, without its folder and extension.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Scenario { get; init; }

    [Description("The rounds of each start, if design does not have them.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Rounds { get; init; }

    [Description("The numbers of connections, with each of which the variants are compared. The metrics at_<number> "
        + "are the ratio with that number, divided by that with the number in load.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<int>? Connections { get; init; }

    [Description("The requests of the one burst that each variant gets, in a process that has just started.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Burst { get; init; }

    [Description("Whether the client of the publication sends the burst, instead of the load tool.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? PublishedClient { get; init; }

    [Description("Whether a hook in the back-ends samples their thread pools, and reports the peaks.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? MonitorsPeaks { get; init; }

    [Description("Benchmarks instead of services.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public BenchmarkRun? Benchmarks { get; init; }

    [Description("What is done instead of a comparison, for figures of their own: console-program-of2014, "
        + "calls-cancelled or memory-of-threads.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RunProgram? Program { get; init; }

    [Description("The name of the experiment, if it is not made of the names of the variants. Rows with the same name "
        + "share the experiment.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Experiment { get; init; }

    /// <summary>All variants that are compared, in an order that all rows of the experiment have.</summary>
    [JsonIgnore]
    public IReadOnlyList<RunVariant> Variants => Others is null
        ? [Baseline!, Variant!]
        : [.. Others.Append(Baseline!).Append(Variant!).OrderBy(variant => variant.Name, StringComparer.Ordinal)];

    /// <summary>The name of the experiment. Rows with the same one share it, and read other figures of it.</summary>
    [JsonIgnore]
    public string Name => Experiment ?? Tests?[0] ?? Benchmarks?.Class ?? Program?.ToString()
        ?? (Figure is RunFigure.MemoryAfterStart ? "memory-" : "") + Variant!.Name
            + (Baseline is null ? "" : $"-against-{Baseline.Name}") + (Burst is { } size ? $"-{size}" : "");

    public IEnumerable<string> FindErrors()
    {
        var isPair = Baseline is not null && Variant is not null;
        var isSingle = Variant is not null && (Burst is not null || Figure is RunFigure.FailedShare);
        object?[] others = [Tests, Benchmarks, Program];
        if (others.Count(one => one is not null) + (isPair || isSingle ? 1 : 0) is not 1)
            yield return "run needs a baseline and a variant, or tests, benchmarks or a program.";
        if (Tests is not null != Figure is RunFigure.FailedTests || Tests is { Count: not 2 })
            yield return "run.figure is failed-tests for tests (a project and classes), and for nothing else.";
        if (Benchmarks is not null != Figure is RunFigure.BenchmarkTime or RunFigure.BenchmarkAllocation)
            yield return "run.figure is benchmark-time or benchmark-allocation for benchmarks, and for nothing else.";
        if (Program is not null != Figure is RunFigure.Own)
            yield return "run.figure is own for a program, and for nothing else.";
        if (Burst is not null && Figure is not (RunFigure.Throughput or RunFigure.MedianTime or RunFigure.Failed))
            yield return "run.figure of a burst is throughput, median-time or failed.";
        if (Others is not null && Figure is RunFigure.Cpu)
            yield return "run.figure is not cpu with others: the load tool compares CPU times with its baseline only.";
        RunVariant?[] variants = [Baseline, Variant, .. Others ?? []];
        if (variants.Any(one => one is { Program: RunVariant.BackEnd, SendsTelemetry: true }
            or { Program: RunVariant.BackEnd, Variables.Count: > 0 }))
        {
            yield return "run: a variant that is a back-end has neither variables nor telemetry.";
        }
    }
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
    WorkingSetAfter,
    BackEndWorkingSet,
    BackEndWorkingSetAfter,

    /// <summary>The share of the requests of one variant that failed.</summary>
    FailedShare,
    BenchmarkTime,
    BenchmarkAllocation,
    Own,
}

internal enum RunProgram
{
    ConsoleProgramOf2014,
    CallsCancelled,
    MemoryOfThreads,
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

    [Description("The path that is requested once before the load, so that the JIT compiler has run.")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? First { get; init; }
}
