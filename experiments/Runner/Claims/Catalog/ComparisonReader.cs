namespace Experiments.Claims.Catalog;

/// <summary>Converts comparisons, one for each start of the processes, to the measurement of a claim.</summary>
internal static class ComparisonReader
{
    private static readonly Dictionary<RunFigure, Level> Levels = new()
    {
        [RunFigure.Throughput] = new(variant => variant.Throughput.Rate, "req/s"),
        [RunFigure.Cpu] = new(variant => 1000 * variant.Target.CpuMs, "µs of CPU time per request", "µs"),
        [RunFigure.MedianSpeed] = new(variant => 1 / variant.Latency.P50, "requests in a row per ms"),
        [RunFigure.Allocation] = new(variant => variant.Target.AllocKb, "kB allocated per request", "kB"),
        [RunFigure.AnonymousMemory] = new(variant => variant.Target.AnonymousMb, "MB", "MB"),
        [RunFigure.WorkingSet] = new(variant => variant.Target.WorkingSetMb, "MB"),
        [RunFigure.BackEndWorkingSet] = new(variant => variant.Backend.WorkingSetMb, "MB"),
    };

    public static Measurement Read(IReadOnlyList<Result> starts, ClaimRun run)
    {
        var level = Levels[run.Figure];
        (double? Variant, double? Baseline)[] pairs =
        [
            .. starts.Select(start =>
                (level.Read(Find(start, run.Compare[0])), level.Read(Find(start, run.Compare[1])))),
        ];
        if (pairs.Any(pair => (pair.Variant / pair.Baseline) is null))
            return Measurement.NotMeasured("a metric of a service could not be read");
        var metrics = new Dictionary<string, Metric>
        {
            [LedgerEntry.Ratio] = Metric.FromStarts(pairs.Select(pair => pair.Variant!.Value / pair.Baseline!.Value)),
        };
        if (level.Unit is { } unit)
        {
            metrics[LedgerEntry.Difference] =
                Metric.FromStarts(pairs.Select(pair => pair.Variant!.Value - pair.Baseline!.Value), unit);
        }

        return new(
            metrics,
            $"{LedgerNumbers.Format(pairs.Select(pair => pair.Variant!.Value).Median())} {level.Text} with "
                + $"{run.Compare[0]}, and {LedgerNumbers.Format(pairs.Select(pair => pair.Baseline!.Value).Median())} "
                + $"with {run.Compare[1]} (medians of {starts.Count} {(starts.Count is 1 ? "start" : "starts")})");
    }

    /// <summary>
    /// Reads how much the ratio of two throughputs changes with the number of connections: the ratio with each number,
    /// divided by the ratio with a reference number, start by start.
    /// </summary>
    public static Measurement ReadByConnections(
        IReadOnlyDictionary<int, IReadOnlyList<Result>> comparisons, ClaimRun run, int reference)
    {
        var ratios = comparisons.ToDictionary(
            comparison => comparison.Key, comparison => Read(comparison.Value, run).Metrics[LedgerEntry.Ratio]);
        return new(
            ratios.Where(one => one.Key != reference).ToDictionary(
                one => $"at_{one.Key}",
                one => Metric.FromStarts(
                    one.Value.StartValues!.Zip(ratios[reference].StartValues!, (ratio, other) => ratio / other))),
            "by connections, the ratio is " + string.Join(
                ", ", ratios.Select(one => $"{LedgerNumbers.Format(one.Value.Value)} with {one.Key}")));
    }

    private static VariantResult Find(Result result, string variant) =>
        result.Variants.SingleOrDefault(one => one.Name == variant)
            ?? throw new StudyException($"a result has no variant {variant}");

    // The unit is that of the difference, if that helps a reader.
    private sealed record Level(Func<VariantResult, double?> Read, string Text, string? Unit = null);
}
