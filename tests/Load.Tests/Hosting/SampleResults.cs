namespace Load.Tests.Hosting;

internal static class SampleResults
{
    /// <summary>
    /// Creates a sample result of a comparison. Each variant but the baseline consists of a name, a ratio to the
    /// baseline, and one of the words faster, slower, equal, close, vast or withheld, as in "get-from-json: 1.12 (faster)".
    /// </summary>
    public static Result Result(string ratios, string state = RunValidity.ValidState) => new()
    {
        Kind = "compare",
        Id = "20261120-0914-sample",
        Tool = new Result.ToolVersion("load", "0.1.0", "abc"),
        Started = "2026-11-20T09:14:03Z",
        Ended = "2026-11-20T09:16:13Z",
        DurationS = 129.6,
        Scenario = new ScenarioDescription("sample", null, null, "GET http://host/{{{id:RAND_INTEGER:[1:1000]}}}"),
        Command = "load compare",
        RepeatCommand = "make demo",
        Model = new LoadModel("closed", 10),
        Plan = new MeasurementPlan(7, 1, 3, 2014),
        Method = new StatisticalMethod("centre", "interval", 7) { Margin = 0.02, FamilyLevel = 0.01 },
        Baseline = "string-jsonconvert",
        Validity = new RunValidity(
            state, [new ValidityCheck("self", "Load tool's own CPU", "1.31 of 2 cores", "< 1.0", CheckState.Fail, "-c 4")])
        {
            OtherShare = state == RunValidity.BusyState ? 0.61 : 0.02,
        },
        Provenance = [["CPU", "2 × AMD EPYC | virtual"]],
        Variants = [CreateVariant("string-jsonconvert", null), .. ratios.Split(", ").Select(CreateVariant)],
    };

    /// <summary>Creates a sample result of a run.</summary>
    public static Result Run()
    {
        var run = CreateVariant("run", null) with
        {
            UnexpectedStatuses = new Dictionary<string, long>(),
            Bytes = 2_500_000,
            MeasuredS = 2,
            Throughput = new Throughput(500, null, null),
            Latency = CreateLatency([[0.5, 1.41], [0.99, 3.15]]),
        };
        return Result("get-from-json: 1 (equal)") with
        {
            Kind = "run",
            Workload = "closed loop",
            Baseline = "run",
            Variants = [run],
        };
    }

    private static LatencyResult CreateLatency(double[][] curve) => new()
    {
        Min = 0.5,
        Mean = 1.5,
        Max = 37.1,
        P50 = 1.41,
        P90 = 2.08,
        P95 = 2.4,
        P99 = 3.15,
        Curve = curve,
        Clock = "service",
    };

    private static VariantResult CreateVariant(string text)
    {
        var parts = text.Split(' ');
        var ratio = double.Parse(parts[1], CultureInfo.InvariantCulture);
        return CreateVariant(parts[0].TrimEnd(':'), parts[2] switch
        {
            "(faster)" => new RatioResult(ratio, ratio - 0.01, ratio + 0.01, RatioVerdict.Faster, [ratio]),
            "(slower)" => new RatioResult(ratio, ratio - 0.01, ratio + 0.01, RatioVerdict.Slower, [ratio]),
            "(withheld)" => new RatioResult(ratio, 0.9, ratio + 0.1, RatioVerdict.Withheld, [ratio]),
            "(vast)" => new RatioResult(ratio, 0.001, 1000, RatioVerdict.CannotTell, [ratio]),
            "(close)" => new RatioResult(ratio, 1.01, 1.02, RatioVerdict.Same, [ratio]),
            _ => new RatioResult(ratio, 0.9, ratio + 0.1, RatioVerdict.CannotTell, [ratio]),
        });
    }

    private static VariantResult CreateVariant(string name, RatioResult? ratio) => new()
    {
        Name = name,
        Url = "http://host/",
        Requests = 1000,
        Errors = 0,
        Statuses = new Dictionary<string, long> { ["200"] = 1000 },
        TransportErrors = new Dictionary<string, long>(),
        Throughput = new Throughput((ratio?.Value ?? 1) * 1000, 900, 1100),
        Ratio = ratio,
        CpuRatio = null,
        Latency = CreateLatency([[0.5, 1.41]]),
        Processes = new Dictionary<string, ProcessResult?>
        {
            ["target"] = new()
            {
                CpuMs = 0.155,
                AllocKb = 16.9,
                GcPauseMsPerS = 1.5,
                PoolThreads = 7,
                PoolQueue = 0,
                ConnectionsOpened = 10,
            },
            ["back-end"] = null,
        },
    };
}
