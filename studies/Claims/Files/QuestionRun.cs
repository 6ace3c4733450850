using System.ComponentModel;

namespace Studies.Claims.Files;

/// <summary>What a question runs, as data: two variants under the same load, or tests.</summary>
internal sealed record QuestionRun
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

    [Description("The project of the tests, and a pattern of their classes.")]
    public IReadOnlyList<string>? Tests { get; init; }

    /// <summary>The name of the experiment. Rows with the same one share it, and read other figures of it.</summary>
    [JsonIgnore]
    public string Name => Tests?[0] ?? (Figure is RunFigure.MemoryAfterStart ? "memory-" : "")
        + $"{Variant!.Name}-against-{Baseline!.Name}";

    public IEnumerable<string> FindErrors()
    {
        if (Tests is null ? Baseline is null || Variant is null : Tests.Count != 2)
            yield return "run needs a baseline and a variant, or a project and a class of tests.";
        else if (Tests is not null != Figure is RunFigure.FailedTests)
            yield return "run.figure is failed-tests for tests, and for nothing else.";
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
    P99,
    BurstMedian,
    Failed,
    FailedTests,
}

/// <summary>A process that is loaded, and how requests to it differ.</summary>
internal sealed record RunVariant
{
    public const string FrontEnd = "front-end";
    public const string BackEnd = "back-end";

    [Description("The name of the variant in result files.")]
    public required string Name { get; init; }

    [Description("front-end, back-end, a build of the minimal aggregator, such as net9, "
        + "or a peer in another language, such as go.")]
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
}
