using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>What a row reads of a comparison or a burst.</summary>
internal enum Figure
{
    Throughput,
    Cpu,
    Allocation,
    Median,
    WorkingSet,
    Anonymous,
    BackendWorkingSet,
}

/// <summary>
/// Writes result files as programs write them, with a ratio planted in one figure and another ratio in all the others.
/// </summary>
internal static class PlantedResults
{
    private static readonly Dictionary<string, ProcessResult?> NoProcesses = [];

    /// <summary>
    /// Creates the result of a comparison whose planted figure has another ratio than all others. The variants of other
    /// rows have neither.
    /// </summary>
    public static Result CreateComparison(ClaimRun run, Figure planted, double ratio, double others) =>
        WithSamples(SampleResults.Create([.. run.Variants.Select(variant => CreateVariant(
            variant.Name, variant == run.Variant ? figure => figure == planted ? ratio : others
                : variant == run.Baseline ? _ => 1 : _ => 7,
            isBaseline: variant == run.Variants[0]))]));

    /// <summary>Returns a result as it is if its ratio and the figures of its processes are not measured.</summary>
    public static Result WithoutFigures(this Result result) => result with
    {
        Variants =
        [
            .. result.Variants.Select(variant => variant with { Ratio = null, Processes = NoProcesses }),
        ],
        Samples = [],
    };

    /// <summary>Creates the result of a run of which a share of the requests failed.</summary>
    public static Result CreateRun(double failedShare) => SampleResults.Create(
        CreateVariant("run", _ => 1, isBaseline: true) with { Errors = (int)(1000 * failedShare) });

    /// <summary>Creates the result of a run of five requests.</summary>
    public static Result CreateFailures(int failed) => SampleResults.Create(
        CreateVariant("run", _ => 1, isBaseline: true) with { Requests = 5, Errors = failed });

    /// <summary>Creates the result of a burst of 1,000 requests.</summary>
    public static BurstOutcome CreateBurst(
        double failed = 0, double seconds = 10, double throughput = 100, double medianSeconds = 2) =>
        ClientOf2014.CreateResult(1000, (int)failed, seconds) with { Rps = throughput, P50 = 1000 * medianSeconds };

    /// <summary>Creates the report of a test runner on six tests.</summary>
    public static TestRun CreateTestRun(int failed) => TestRun.Parse(string.Create(CultureInfo.InvariantCulture, $$$"""
        {"results":{"summary":{"tests":6,"passed":{{{6 - failed}}},"failed":{{{failed}}},"skipped":0},"tests":[]}}
        """));

    /// <summary>Creates a report of BenchmarkDotNet, with a class for each of two garbage collectors.</summary>
    public static BenchmarkReport CreateBenchmarks(params IEnumerable<PlantedBenchmark> benchmarks)
    {
        var cases = new JsonArray();
        foreach (var type in new[] { "Workstation", "Server" })
        {
            // The pairs are far apart, so that a method must be compared with the baseline of its own pair.
            var scale = 1.0;
            foreach (var one in benchmarks)
            {
                cases.Add(CreateCase(type, one.Baseline, one.Parameters, scale, scale));
                cases.Add(CreateCase(
                    type, one.Method, one.Parameters, scale * one.TimeRatio, scale * one.AllocationRatio));
                scale *= 1000;
            }
        }

        return BenchmarkReport.Parse(new JsonObject { ["Benchmarks"] = cases }.ToJsonString());
    }

    private static JsonObject CreateCase(string type, string method, string parameters, double time, double bytes) =>
        new()
        {
            ["Type"] = type,
            ["Method"] = method,
            ["Parameters"] = parameters,
            ["Statistics"] = new JsonObject { ["Median"] = 1000 * time },
            ["Memory"] = new JsonObject { ["BytesAllocatedPerOperation"] = 1000 * bytes },
        };

    private static Result WithSamples(Result result) => result with
    {
        Samples =
        [
            .. result.Variants.Select(variant => new Sample
            {
                Variant = variant.Name,
                Start = 1,
                Round = 1,
                Place = 1,
                AtS = 0,
                Requests = 1000,
                Good = 1000,
                BusyS = 1000 / variant.Throughput.Rate,
            }),
        ],
    };

    // The median response time is the shorter, the faster a variant is.
    private static VariantResult CreateVariant(string name, Func<Figure, double> ratio, bool isBaseline) =>
        SampleResults.CreateVariant(name, 100 * ratio(Figure.Throughput), 10 / ratio(Figure.Median), 50) with
        {
            Ratio = isBaseline ? null : SampleResults.CreateRatio(ratio(Figure.Throughput)),
            CpuRatio = isBaseline ? null : SampleResults.CreateRatio(ratio(Figure.Cpu)),
            Processes = new Dictionary<string, ProcessResult?>
            {
                [MonitoredProcesses.TargetProcess] = SampleResults.CreateProcess(
                    cpuMs: ratio(Figure.Cpu), allocKb: 30 * ratio(Figure.Allocation)) with
                {
                    WorkingSetMb = 100 * ratio(Figure.WorkingSet),
                    AnonymousMb = 40 * ratio(Figure.Anonymous),
                },
                [MonitoredProcesses.BackendProcess] = SampleResults.CreateProcess() with
                {
                    WorkingSetMb = 80 * ratio(Figure.BackendWorkingSet),
                },
            },
        };
}

/// <summary>Two benchmark methods with planted ratios of their times and allocations.</summary>
internal sealed record PlantedBenchmark(
    string Method, string Baseline, string Parameters, double TimeRatio, double AllocationRatio);

/// <summary>Returns planted results in place of experiments, so that no program is started.</summary>
internal sealed class PlantedExperiments(Func<string, object> plant)
    : ExperimentCache(TimeProvider.System, () => () => null)
{
    public override Task<T> GetOrMeasureAsync<T>(string name, Func<Task<T>> measureAsync) =>
        Task.FromResult((T)plant(name));
}
