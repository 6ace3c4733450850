using System.Text.RegularExpressions;

namespace Studies.Tests.Claims;

/// <summary>
/// Measures each row with the method of the row, but with planted results in place of the programs that it would start.
/// The ratio is planted only where the row should read it. Everything else in the results says the opposite, so that a
/// row that reads another figure, or compares the other way round, gets the wrong verdict.
/// </summary>
public sealed class PlantedMeasurementTests
{
    private const string Ratio = LedgerEntry.Ratio;

    private static readonly Dictionary<string, Plant> Plants = new()
    {
        ["A1"] = Compare("webclient-sync-against-string-jsonconvert", Figure.Median),
        ["A1p"] = Compare("webclient-sync-against-string-jsonconvert", Figure.Throughput),
        ["A2"] = Compare("webclient-async-against-webclient-sync", Figure.Throughput),
        ["A3"] = Compare("read-as-async-against-string-jsonconvert", Figure.Throughput),
        ["A3b"] = Compare("read-as-async-2014-against-string-jsonconvert", Figure.Throughput),
        ["A5"] = TimeBenchmarks("Deserialization", (Ratio, "ReadAsAsync2014", "StringJsonConvert", "")),
        ["A5b"] = TimeBenchmarks("Deserialization", (Ratio, "ReadAsAsync", "StringJsonConvert", "")),
        ["A5p"] = Once("console-program", world => new ClassicDeserialization(
            20, (int)world["nulls_read_as_async"], 1, (int)world["nulls_string"], 1)),
        ["A6"] = TimeBenchmarks(
            "Deserialization",
            ("new_resolver", "JsonConvertNewResolver", "ReadAsAsync2014", ""),
            ("shared_formatters", "ReadAsAsyncShared", "StringJsonConvert", "")),
        ["A9"] = Once("cancelled-calls", world => new CancelledCalls(
            CancelledCalls.Number, 0, (int)world.Metrics.GetValueOrDefault("closes"), (int)world["refused"])),
        ["B2"] = Compare("shared-async-against-per-request-sync-50", Figure.Throughput),
        ["B4"] = Compare("back-end-against-shared-async-50", Figure.Throughput),
        ["B5"] = Compare("go-against-shared-async-50", Figure.Throughput),
        ["B5c"] = Compare("go-equal-memory-against-shared-async-50", Figure.Throughput),
        ["B6"] = Compare("go-against-shared-async-300", Figure.Throughput),
        ["B6c"] = Compare("go-equal-memory-against-shared-async-300", Figure.Throughput),
        ["B7"] = Compare("per-request-sync-against-go-50", Figure.WorkingSet),
        ["B7b"] = Compare("shared-async-against-go-50", Figure.WorkingSet),
        ["B7c"] = Compare("per-request-sync-against-go-50", Figure.WorkingSetAfter),
        ["B7d"] = Compare("per-request-sync-against-go-50", Figure.BackendWorkingSet),
        ["B7e"] = Compare("per-request-sync-against-go-319-per-second", Figure.Cpu),
        ["B7f"] = Compare("per-request-sync-against-go-50", Figure.BackendWorkingSetAfter),
        ["B9"] = Once("exhausted", world => PlantedResults.CreateRun(world["failed_share"])),
        ["B9b"] = Once("ports", world => ((Result?)PlantedResults.CreateRun(world["failed_with_2"]),
            (Result?)PlantedResults.CreateRun(world["failed_with_100"]))),
        ["C1"] = AllocationBenchmarks("ResponseBuffering", "Buffered", "HeadersRead"),
        ["C1b"] = AllocationBenchmarks("ResponseBuffering", "Buffered", "GetStream"),
        ["C3"] = Tests("FrontendApi.Tests-*HeldConnection*"),
        ["C4"] = TimeBenchmarks(
            "FailedBodies",
            ("ratio_40_kb", "Read", "NotRead", "Bytes=40000"), ("ratio_4_mb", "Read", "NotRead", "Bytes=4000000")),
        ["D1"] = Once("sync-capped-1000-1", world => PlantedResults.CreateBurst(failed: world["failed"])),
        ["D2"] = Bursts("async-capped-500-", "sync-capped-500-", Figure.Throughput),
        ["D2b"] = Once("async-capped-3000-1", world => PlantedResults.CreateBurst(failed: world["failed"])),
        ["D2p"] = Bursts("2014-async-capped-400-", "2014-sync-capped-400-", Figure.Throughput),
        ["D4"] = Bursts("async-default-100-", "sync-unlimited-100-", Figure.Throughput),
        ["D4b"] = Bursts("async-default-1000-", "sync-unlimited-1000-", Figure.Throughput),
        ["D4c"] = Bursts("async-default-1000-", "sync-unlimited-1000-", Figure.Median),
        ["D4d"] = (experiment, world) => PlantedResults.CreateBurst(
            failed: experiment is "sync-unlimited-1000-1" ? world["failed"] : 0),
        ["D5"] = Compare("computation", Figure.Throughput),
    };

    // The questions say as data what they run, and which figure they read.
    private static readonly Dictionary<string, Plant> AllPlants = Plants.Concat(ClaimCatalog.Library.Claims
        .Where(claim => claim.File.Run is not null)
        .Select(claim => KeyValuePair.Create(claim.Id, CreatePlant(claim.File.Run!)))).ToDictionary();

    public static TheoryData<string> Rows => [.. AllPlants.Keys];

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task Counterexample_PlantedInResults_FlipsVerdict(string id)
    {
        var file = GetFile(id);

        (await DecideAsync(id, GetHolding(file))).ShouldBe(Verdict.Holds);
        (await DecideAsync(id, GetCounterexample(file))).ShouldBe(file.Counterexample!.Verdict);
    }

    [Theory]
    [InlineData("B2")]
    [InlineData("B7")]
    public async Task FigureOfOneStart_Missing_IsNotMeasured(string id)
    {
        var world = new World(GetHolding(GetFile(id)), GetHolding(GetFile(id)));

        var measurement = await MeasureAsync(id, name =>
        {
            var result = (Result)AllPlants[id](name, world);
            return name.EndsWith("-3", StringComparison.Ordinal) ? result.WithoutFigures() : result;
        });

        measurement.NotMeasuredReason.ShouldNotBeNull();
    }

    private static async Task<Measurement> MeasureAsync(string id, Func<string, object> plant)
    {
        var stop = TestContext.Current.CancellationToken;
        await using var environment = new TestbedEnvironment(stop);
        await using var load = new LoadToolRunner(stop);
        var context = new MeasurementContext(
            environment, load, "planted", new MeasurementDepth(null, null), new PlantedExperiments(plant));
        return await ClaimCatalog.Methods[id](context, ClaimCatalog.Library.Claims.Single(claim => claim.Id == id));
    }

    private static async Task<Verdict> DecideAsync(string id, Dictionary<string, double> metrics)
    {
        var file = GetFile(id);
        var isHolding = metrics.Keys.All(metric => metrics[metric].Equals(GetHolding(file)[metric]));
        var world = new World(metrics, isHolding ? GetCounterexample(file) : GetHolding(file));

        var measurement = await MeasureAsync(id, name => AllPlants[id](name, world));

        measurement.NotMeasuredReason.ShouldBeNull();
        measurement.Figures.ShouldNotBeEmpty();
        return file.Criterion!.Decide(measurement.Metrics, file.Design!.Starts).Verdict;
    }

    private static ClaimFile GetFile(string id) => ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;

    // The published ratio, or a value that is well within the conditions.
    private static Dictionary<string, double> GetHolding(ClaimFile file) => file.Criterion!.Holds
        .GroupBy(condition => condition.Metric)
        .ToDictionary(
            metric => metric.Key,
            metric => metric.Key is Ratio && file.Published.GetRatio() is { } ratio ? ratio : FindHolding([.. metric]));

    private static Dictionary<string, double> GetCounterexample(ClaimFile file) => file.Counterexample!.Metrics
        .ToDictionary(
            metric => metric.Key,
            metric => metric.Value is [var low, var high] ? Math.Sqrt(low * high) : metric.Value[0]);

    private static double FindHolding(Condition[] conditions)
    {
        var low = conditions.FirstOrDefault(condition => condition.Comparison is ">=" or ">")?.Limit;
        var high = conditions.FirstOrDefault(condition => condition.Comparison is "<=" or "<")?.Limit;
        return conditions.FirstOrDefault(condition => condition.Comparison is "==")?.Limit
            ?? (low is null ? high!.Value / 4 : high is null ? 4 * low.Value : Math.Sqrt(low.Value * high.Value));
    }

    private static Plant CreatePlant(QuestionRun run) => run.Figure switch
    {
        RunFigure.FailedTests => Tests(string.Join('-', run.Tests!)),
        RunFigure.Failed => (experiment, world) => PlantedResults.CreateFailures((int)world[
            experiment.EndsWith($"-{run.Variant!.Name}", StringComparison.Ordinal) ? "failed" : "failed_baseline"]),
        RunFigure.BurstMedian => (experiment, world) => PlantedResults.CreateBursts(
            ChooseVariant(run, experiment, world), world.Opposite[Ratio]),
        RunFigure.P99 => (experiment, world) => PlantedResults.CreateLatency(
            p50: world.Opposite[Ratio], p99: ChooseVariant(run, experiment, world)),
        // The shorter the median, the faster a variant is.
        RunFigure.MedianTime => (experiment, world) => Compare(run.Name, Figure.Median)(
            experiment, world with { Metrics = Invert(world.Metrics), Opposite = Invert(world.Opposite) }),
        RunFigure.MemoryAfterStart => (experiment, world) =>
            new RuntimeStart(1, 1, 20 * ChooseVariant(run, experiment, world), ""),
        _ => (experiment, world) => experiment is "traces"
            ? 1L
            : Compare(run.Name, Enum.Parse<Figure>(run.Figure switch
            {
                RunFigure.AnonymousMemory => nameof(Figure.Anonymous),
                var figure => $"{figure}",
            }))(experiment, world),
    };

    // The process of the variant has the ratio, and that of the baseline has 1.
    private static double ChooseVariant(QuestionRun run, string experiment, World world)
    {
        var name = run.Variant!.Name;
        var isVariant = Regex.IsMatch(experiment, $"-start-[0-9]+-{name}$|-{name}-start-[0-9]+$");
        (isVariant || experiment.Contains(run.Baseline!.Name, StringComparison.Ordinal)).ShouldBeTrue(experiment);
        return isVariant ? world[Ratio] : 1;
    }

    private static Dictionary<string, double> Invert(Dictionary<string, double> metrics) =>
        metrics.ToDictionary(metric => metric.Key, metric => 1 / metric.Value);

    private static Plant Compare(string name, Figure figure) => (experiment, world) =>
    {
        experiment.ShouldMatch($"^{Regex.Escape(name)}-start-([1-9]|10)$");
        return PlantedResults.CreateComparison(figure, world[Ratio], world.Opposite[Ratio]);
    };

    private static Plant Once(string name, Func<World, object> create) => (experiment, world) =>
    {
        experiment.ShouldBe(name);
        return create(world);
    };

    private static Plant Tests(string name) =>
        Once(name, world => PlantedResults.CreateTestRun((int)world["failed"]));

    private static Plant TimeBenchmarks(
        string classes, params (string Metric, string Method, string Baseline, string Parameters)[] ratios) =>
        (experiment, world) =>
        {
            experiment.ShouldMatch($"^bench-{classes}-[1-5]$");
            return PlantedResults.CreateBenchmarks(ratios.Select(ratio => new PlantedBenchmark(
                ratio.Method, ratio.Baseline, ratio.Parameters, world[ratio.Metric], world.Opposite[ratio.Metric])));
        };

    private static Plant AllocationBenchmarks(string classes, string method, string baseline) =>
        (experiment, world) =>
        {
            experiment.ShouldMatch($"^bench-{classes}-[1-5]$");
            return PlantedResults.CreateBenchmarks(new PlantedBenchmark(
                method, baseline, "Bytes=400000", world.Opposite[Ratio], world[Ratio]));
        };

    private static Plant Bursts(string first, string second, Figure figure) => (experiment, world) =>
    {
        var (planted, other) = (world[Ratio], world.Opposite[Ratio]);
        var (rate, median) = figure is Figure.Median ? (other, planted) : (planted, other);
        return PlantedResults.CreateBurst(
            throughput: 100 * Choose(experiment, first, second, rate),
            medianSeconds: Choose(experiment, first, second, median));
    };

    // The first of two experiments has the ratio, and the second has 1.
    private static double Choose(string experiment, string first, string second, double ratio)
    {
        var isFirst = experiment.StartsWith(first, StringComparison.Ordinal);
        (isFirst || experiment.StartsWith(second, StringComparison.Ordinal)).ShouldBeTrue(experiment);
        return isFirst ? ratio : 1;
    }

    /// <summary>Creates the result of an experiment in a world.</summary>
    private delegate object Plant(string experiment, World world);

    /// <summary>The metrics that are planted where a row reads them, and the opposite, for everything else.</summary>
    private sealed record World(Dictionary<string, double> Metrics, Dictionary<string, double> Opposite)
    {
        public double this[string metric] => Metrics[metric];
    }
}
