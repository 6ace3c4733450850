using System.Globalization;
using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>What a row reads of a comparison or a burst.</summary>
internal enum Figure
{
    Throughput,
    Cpu,
    Median,
    WorkingSet,
    WorkingSetAfter,
    Anonymous,
    BackendWorkingSet,
    BackendWorkingSetAfter,
}

/// <summary>
/// Writes result files as programs write them, with a ratio planted in one figure and another ratio in all the others.
/// </summary>
internal static class PlantedResults
{
    private const string Baseline = "baseline";

    private static readonly Dictionary<string, ProcessUsage?> NoProcesses = [];

    /// <summary>Creates the result of a comparison whose planted figure has another ratio than all others.</summary>
    public static LoadResult CreateComparison(Figure planted, double ratio, double others) => CreateResult(
        CreateVariant(Baseline, _ => 1, isBaseline: true),
        CreateVariant("other", figure => figure == planted ? ratio : others, isBaseline: false));

    /// <summary>Returns a result as it is if its ratio and the figures of its processes are not measured.</summary>
    public static LoadResult WithoutFigures(this LoadResult result) => result with
    {
        Variants = [.. result.Variants.Select(variant => variant with { Ratio = null, Processes = NoProcesses })],
    };

    /// <summary>Creates the result of a run of which a share of the requests failed.</summary>
    public static LoadResult CreateRun(double failedShare)
    {
        var variant = CreateVariant("run", _ => 1, isBaseline: true);
        (variant["requests"], variant["errors"]) = (1000, (int)(1000 * failedShare));
        return CreateResult(variant);
    }

    /// <summary>Creates the result of a burst of 1,000 requests.</summary>
    public static BurstResult CreateBurst(
        double failed = 0, double seconds = 10, double throughput = 100, double medianSeconds = 2)
    {
        var variant = CreateVariant("run", _ => 1, isBaseline: true);
        variant["bursts"] = new JsonArray(new JsonObject
        {
            ["requests"] = 1000,
            ["errors"] = (int)failed,
            ["duration_s"] = seconds,
            ["rps"] = throughput,
            ["p50"] = 1000 * medianSeconds,
        });
        return CreateResult(variant).SingleVariant.Bursts![0];
    }

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

    private static LoadResult CreateResult(params JsonObject[] variants) => LoadResult.Parse(
        new JsonObject
        {
            ["schema"] = LoadResult.SchemaId,
            ["baseline"] = Baseline,
            ["validity"] = new JsonObject { ["state"] = "valid", ["checks"] = new JsonArray() },
            ["variants"] = new JsonArray([.. variants]),
        }.ToJsonString(),
        "planted.json");

    // The median response time is the shorter, the faster a variant is.
    private static JsonObject CreateVariant(string name, Func<Figure, double> ratio, bool isBaseline) => new()
    {
        ["name"] = name,
        ["url"] = "http://127.0.0.1:1/",
        ["requests"] = 1000,
        ["errors"] = 0,
        ["throughput"] = new JsonObject { ["median"] = 100 * ratio(Figure.Throughput), ["lo"] = null, ["hi"] = null },
        ["ratio"] = isBaseline ? null : CreateRatio(ratio(Figure.Throughput)),
        ["cpu_ratio"] = isBaseline ? null : CreateRatio(ratio(Figure.Cpu)),
        ["latency"] = new JsonObject { ["p50"] = 10 / ratio(Figure.Median), ["p99"] = 50 },
        ["processes"] = new JsonObject
        {
            [VariantResult.TargetProcess] = new JsonObject
            {
                ["cpu_ms"] = ratio(Figure.Cpu),
                ["working_set_mb"] = 100 * ratio(Figure.WorkingSet),
                ["working_set_after_mb"] = 50 * ratio(Figure.WorkingSetAfter),
                ["anonymous_mb"] = 40 * ratio(Figure.Anonymous),
            },
            [VariantResult.BackendProcess] = new JsonObject
            {
                ["working_set_mb"] = 80 * ratio(Figure.BackendWorkingSet),
                ["working_set_after_mb"] = 30 * ratio(Figure.BackendWorkingSetAfter),
            },
        },
    };

    private static JsonObject CreateRatio(double value) =>
        new() { ["value"] = value, ["lo"] = null, ["hi"] = null, ["verdict"] = "same" };
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
