namespace Studies.Tests.Claims;

/// <summary>
/// Measures each row with the method of the row, but with planted results in place of the programs that it would start.
/// The ratio is planted only where the row should read it. Everything else in the results says the opposite, so that a
/// row that reads another figure, or compares the other way round, gets the wrong verdict.
/// </summary>
public sealed class PlantedMeasurementTests
{
    private const string Ratio = LedgerEntry.Ratio;

    private static readonly Dictionary<string, Plant> AllPlants = ClaimCatalog.Library.Claims
        .Where(claim => claim.File.Run is { Connections: null })
        .ToDictionary(claim => claim.Id, claim => CreatePlant(claim.File.Run));

    public static TheoryData<string> Rows => [.. AllPlants.Keys];

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task Counterexample_PlantedInResults_FlipsVerdict(string id)
    {
        var file = GetFile(id);

        (await DecideAsync(id, GetHolding(file))).ShouldBe(Verdict.Holds);
        (await DecideAsync(id, GetCounterexample(file))).ShouldBe(file.Counterexample.Verdict);
    }

    [Theory]
    [InlineData("Q2")]
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
            environment, load, "planted", GetFile(id).Design.Starts, new PlantedExperiments(plant));
        return await ClaimRunner.MeasureAsync(context, ClaimCatalog.Library.Claims.Single(claim => claim.Id == id));
    }

    private static async Task<Verdict> DecideAsync(string id, Dictionary<string, double> metrics)
    {
        var file = GetFile(id);
        var isHolding = metrics.Keys.All(metric => metrics[metric].Equals(GetHolding(file)[metric]));
        var world = new World(metrics, isHolding ? GetCounterexample(file) : GetHolding(file));

        var measurement = await MeasureAsync(id, name => AllPlants[id](name, world));

        measurement.NotMeasuredReason.ShouldBeNull();
        measurement.Figures.ShouldNotBeEmpty();
        return file.Criterion.Decide(measurement.Metrics, file.Design.Starts).Verdict;
    }

    private static ClaimFile GetFile(string id) => ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;

    // The published ratio, or a value that is well within the conditions.
    private static Dictionary<string, double> GetHolding(ClaimFile file) => file.Criterion.Holds
        .GroupBy(condition => condition.Metric)
        .ToDictionary(
            metric => metric.Key,
            metric => metric.Key is Ratio && file.Published.GetRatio() is { } ratio ? ratio : FindHolding([.. metric]));

    private static Dictionary<string, double> GetCounterexample(ClaimFile file) => file.Counterexample.Metrics
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

    private static Plant CreatePlant(ClaimRun run) => run switch
    {
        { Tests: [var project, var classes] } => Once(
            $"{project}-{classes}", world => PlantedResults.CreateTestRun((int)world["failed"])),
        { Script: not null } => (experiment, world) => CreateOutcome(GetFile(run.Experiment), experiment, world),
        { Benchmarks: { } benchmarks } => Benchmarks(benchmarks, run.Figure),
        { Burst: not null, Figure: RunFigure.Failed } => (_, world) =>
            PlantedResults.CreateBurst(failed: world["failed"]),
        { Burst: not null } => (experiment, world) =>
            PlantedResults.CreateBurst(throughput: 100 * GetPlantedRatio(run, experiment, world)),
        { Figure: RunFigure.FailedShare } => Once(
            run.Experiment, world => PlantedResults.CreateRun(world["failed_share"])),
        { Figure: RunFigure.Failed } => (experiment, world) => PlantedResults.CreateFailures((int)world[
            experiment.EndsWith($"-{run.Variant!.Name}", StringComparison.Ordinal) ? "failed" : "failed_baseline"]),
        { Figure: RunFigure.MemoryAfterStart } => (experiment, world) =>
            new RuntimeStart(1, 1, 20 * GetPlantedRatio(run, experiment, world), ""),
        _ => (experiment, world) => experiment.EndsWith("-traces", StringComparison.Ordinal)
            ? 1L
            : Compare(run, Enum.Parse<Figure>(run.Figure switch
            {
                RunFigure.AnonymousMemory => nameof(Figure.Anonymous),
                RunFigure.MedianSpeed => nameof(Figure.Median),
                RunFigure.BackEndWorkingSet => nameof(Figure.BackendWorkingSet),
                var figure => $"{figure}",
            }))(experiment, world),
    };

    // What the starts count is added, so that the first one has all of it.
    private static ScriptOutcome CreateOutcome(ClaimFile file, string experiment, World world)
    {
        var counts = file.Counterexample.Metrics.Where(one => one.Value.Count is 1).Select(one => one.Key).ToHashSet();
        var isFirst = experiment.EndsWith("-start-1", StringComparison.Ordinal);
        return new(
            world.Metrics.Where(metric => !counts.Contains(metric.Key)).ToDictionary(),
            counts.ToDictionary(name => name, name => isFirst ? (long)world.Metrics.GetValueOrDefault(name) : 0),
            "figures");
    }

    // The process of the variant has the ratio, and that of the baseline has 1.
    private static double GetPlantedRatio(ClaimRun run, string experiment, World world)
    {
        var name = run.Variant!.Name;
        var isVariant = Regex.IsMatch(experiment, $"-start-[0-9]+-{name}$|-{name}-start-[0-9]+$");
        (isVariant || experiment.Contains(run.Baseline!.Name, StringComparison.Ordinal)).ShouldBeTrue(experiment);
        return isVariant ? world[Ratio] : 1;
    }

    private static Plant Compare(ClaimRun run, Figure figure) => (experiment, world) =>
    {
        experiment.ShouldMatch($"^{Regex.Escape(run.Experiment)}-start-([1-9]|1[0-9]|20)$");
        return PlantedResults.CreateComparison(run, figure, world[Ratio], world.Opposite[Ratio]);
    };

    private static Plant Once(string name, Func<World, object> create) => (experiment, world) =>
    {
        experiment.ShouldBe(name);
        return create(world);
    };

    private static Plant Benchmarks(BenchmarkRun run, RunFigure figure) => (experiment, world) =>
    {
        experiment.ShouldMatch($"^bench-{run.Class}-([1-9]|10)$");
        return PlantedResults.CreateBenchmarks(run.Ratios.Select(ratio =>
        {
            var (planted, other) = (world[ratio.Key], world.Opposite[ratio.Key]);
            var (time, allocation) = figure is RunFigure.BenchmarkTime ? (planted, other) : (other, planted);
            return new PlantedBenchmark(
                ratio.Value[0], ratio.Value[1], ratio.Value.ElementAtOrDefault(2) ?? "", time, allocation);
        }));
    };

    /// <summary>Creates the result of an experiment in a world.</summary>
    private delegate object Plant(string experiment, World world);

    /// <summary>The metrics that are planted where a row reads them, and the opposite, for everything else.</summary>
    private sealed record World(Dictionary<string, double> Metrics, Dictionary<string, double> Opposite)
    {
        public double this[string metric] => Metrics[metric];
    }
}
