
namespace Experiments.Claims;

/// <summary>Reads the measurement of a claim from what was measured in each start.</summary>
internal static class ClaimReader
{
    // The unit of a difference, if that helps a reader, and how much of it the figure has.
    private static readonly Dictionary<string, (string Unit, double Factor)> Differences = new()
    {
        ["CPU ms"] = ("µs", 1000),
        ["allocated kB"] = ("kB", 1),
        ["anonymous MB"] = ("MB", 1),
    };

    public static Measurement Read(ClaimRun run, IReadOnlyList<IReadOnlyList<Row>> starts)
    {
        if (starts.SelectMany(start => start).Select(row => row.Fault).FirstOrDefault(fault => fault is not null) is { } fault)
            return Measurement.NotMeasured(fault);
        if (run.Compare.FirstOrDefault(name => starts.Any(start => start.All(row => row.Variant != name))) is { } missing)
            return Measurement.NotMeasured($"{missing} cannot be started here");
        return run switch
        {
            { Script: not null } => ReadScript(starts),
            { Benchmarks: not null } => ReadBenchmarks(run, starts),
            { Figure: Figures.Failed } => CountFailures(run, starts),
            { Figure: Figures.FailedPercent } => Measurement.FromMetric(
                "failed_share", Metric.Exact(Get(starts[0], run.Compare[0], run.Figure).Single()!.Value / 100),
                $"{Format(starts, run.Compare[0], run.Figure)} % of the requests of {run.Compare[0]} failed"),
            { Conditions.Count: > 0 } => CompareConditions(run, starts),
            _ => Compare(run, starts),
        };
    }

    private static Measurement Compare(ClaimRun run, IReadOnlyList<IReadOnlyList<Row>> starts)
    {
        var (variant, baseline) = (run.Compare[0], run.Compare[1]);
        (double? Variant, double? Baseline)[] pairs =
        [
            .. starts.Select(start =>
                (Get(start, variant, run.Figure!).Single(), Get(start, baseline, run.Figure!).Single())),
        ];
        if (pairs.Any(pair => (pair.Variant / pair.Baseline) is null))
            return Measurement.NotMeasured("a metric of a service could not be read");
        var metrics = new Dictionary<string, Metric>
        {
            [LedgerEntry.Ratio] = Metric.FromStarts(pairs.Select(pair => pair.Variant!.Value / pair.Baseline!.Value)),
        };
        if (Differences.TryGetValue(run.Figure!, out var unit))
        {
            metrics[LedgerEntry.Difference] = Metric.FromStarts(
                pairs.Select(pair => unit.Factor * (pair.Variant!.Value - pair.Baseline!.Value)), unit.Unit);
        }

        return new(
            metrics,
            $"{Format(starts, variant, run.Figure!)} {run.Figure}, against {Format(starts, baseline, run.Figure!)}");
    }

    /// <summary>
    /// Reads how much the ratio changes with a condition: the ratio of each value, divided by that of the first one, start
    /// by start.
    /// </summary>
    private static Measurement CompareConditions(ClaimRun run, IReadOnlyList<IReadOnlyList<Row>> starts)
    {
        var ratios = run.GetCells().ToDictionary(cell => cell.Values[0].Value, cell => Compare(
            run, [.. starts.Select(start => start.Where(row => row.Cell == cell.Name).ToArray())]).Metrics[LedgerEntry.Ratio]);
        var reference = ratios.Values.First();
        return new(
            ratios.Skip(1).ToDictionary(
                one => $"at_{one.Key}",
                one => Metric.FromStarts(
                    one.Value.StartValues!.Zip(reference.StartValues!, (ratio, other) => ratio / other))),
            string.Join(", ", ratios.Select(one => $"{LedgerNumbers.Format(one.Value.Value)} with {one.Key}")));
    }

    private static Measurement CountFailures(ClaimRun run, IReadOnlyList<IReadOnlyList<Row>> starts)
    {
        string[] names = ["failed", "failed_baseline"];
        var counts = run.Compare.Select(variant => starts.Select(start => Get(start, variant, Figures.Failed).Single()));
        return new(
            names.Zip(counts).ToDictionary(one => one.First, one => Metric.Exact(one.Second.Sum()!.Value)),
            string.Join("; ", run.Compare.Zip(counts, (variant, failed) =>
                $"with {variant}, {string.Join(", ", failed)} failed")));
    }

    private static Measurement ReadScript(IReadOnlyList<IReadOnlyList<Row>> starts)
    {
        Row[] rows = [.. starts.Select(start => start[0])];
        var values = rows[0].Figures.Keys.Select(name => KeyValuePair.Create(
            name, Metric.FromStarts(rows.Select(row => row.Figures[name]))));
        var counts = rows[0].Counts.Keys.Select(name => KeyValuePair.Create(
            name, Metric.Exact(rows.Sum(row => row.Counts[name])) with { Starts = rows.Length }));
        return new(
            values.Concat(counts).ToDictionary(),
            rows[^1].Text ?? "");
    }

    // A benchmark has one class for each garbage collector: the ratio is the geometric mean of their ratios.
    private static Measurement ReadBenchmarks(ClaimRun run, IReadOnlyList<IReadOnlyList<Row>> starts) => new(
        run.Ratios.ToDictionary(ratio => ratio.Key, ratio => Metric.FromStarts(starts.Select(start =>
        {
            var rows = start.Where(row => row.Words["parameters"] == (ratio.Value.ElementAtOrDefault(2) ?? "")).ToArray();
            double?[] quotients =
            [
                .. Get(rows, ratio.Value[0], run.Figure!).Zip(
                    Get(rows, ratio.Value[1], run.Figure!), (one, other) => one / other),
            ];
            return quotients is [] ? throw new StudyException($"There are no results of {string.Join(", ", ratio.Value)}.")
                : Math.Exp(quotients.Average(one => Math.Log(one!.Value)));
        }))),
        "");

    private static IEnumerable<double?> Get(IReadOnlyList<Row> start, string variant, string figure) =>
        start.Where(row => row.Variant == variant).Select(row => row.Read(figure));

    private static string Format(IReadOnlyList<IReadOnlyList<Row>> starts, string variant, string figure) =>
        LedgerNumbers.Format(starts.SelectMany(start => Get(start, variant, figure)).OfType<double>().Median());
}
