namespace Studies.Claims.Catalog;

/// <summary>Converts comparisons of two variants, one for each process start, to the measurement of a claim.</summary>
internal static class ComparisonReader
{
    public static Measurement Read(IReadOnlyList<ComparedPair> starts, RunFigure figure) => figure switch
    {
        RunFigure.Throughput => Read(starts, pair => pair.ThroughputRatio, FormatSpeed),
        RunFigure.Cpu => Read(
            starts, pair => pair.CpuRatio,
            variant => $"{LedgerNumbers.Format(variant.Target.CpuMs)} ms of CPU time per request"),
        RunFigure.MedianSpeed => Read(
            starts, pair => pair.Baseline.Latency.P50 / pair.Variant.Latency.P50,
            variant => $"median {LedgerNumbers.Format(variant.Latency.P50)} ms"),
        RunFigure.MedianTime => Read(starts, variant => variant.Latency.P50, "ms at the median"),
        RunFigure.Allocation => Read(starts, variant => variant.Target.AllocKb, "kB allocated per request"),
        RunFigure.AnonymousMemory => Read(starts, variant => variant.Target.AnonymousMb, "MB"),
        RunFigure.WorkingSet => Read(starts, variant => variant.Target.WorkingSetMb, "MB"),
        RunFigure.WorkingSetAfter => Read(starts, variant => variant.Target.WorkingSetAfterMb, "MB"),
        RunFigure.BackEndWorkingSet => Read(starts, variant => variant.Backend.WorkingSetMb, "MB"),
        RunFigure.BackEndWorkingSetAfter => Read(starts, variant => variant.Backend.WorkingSetAfterMb, "MB"),
        _ => throw new StudyException($"{figure} is not a figure of a comparison"),
    };

    /// <summary>
    /// Reads how much the ratio of two throughputs changes with the number of connections: the ratio with each number,
    /// divided by the ratio with a reference number, start by start.
    /// </summary>
    public static Measurement ReadByConnections(
        IReadOnlyDictionary<int, IReadOnlyList<Result>> comparisons, int reference)
    {
        var ratios = comparisons.ToDictionary(
            comparison => comparison.Key,
            comparison => comparison.Value.Select(start => start.OtherVariant.Ratio?.Value
                ?? throw new StudyException("a comparison has no ratio")).ToArray());
        return new Measurement
        {
            Metrics = ratios.Where(one => one.Key != reference).ToDictionary(
                one => $"at_{one.Key}",
                one => Metric.FromStarts(one.Value.Zip(ratios[reference], (ratio, other) => ratio / other))),
            Figures = "by connections, the ratio is " + string.Join(
                ", ",
                ratios.Select(one => $"{LedgerNumbers.Format(Metric.FromStarts(one.Value).Value)} with {one.Key}")),
        };
    }

    private static Measurement Read(
        IReadOnlyList<ComparedPair> starts, Func<VariantResult, double?> level, string unit) => Read(
        starts, pair => level(pair.Variant) / level(pair.Baseline),
        variant => $"{LedgerNumbers.Format(level(variant))} {unit}");

    private static Measurement Read(
        IReadOnlyList<ComparedPair> starts, Func<ComparedPair, double?> ratio, Func<VariantResult, string> format)
    {
        double[] ratios = [.. starts.Select(ratio).OfType<double>()];
        var last = starts[^1];
        return ratios.Length == starts.Count
            ? Measurement.FromMetric(LedgerEntry.Ratio, Metric.FromStarts(ratios),
                $"{FormatLast(starts.Count)}{format(last.Variant)}, against {format(last.Baseline)}")
            : Measurement.NotMeasured("a metric of a front-end could not be read");
    }

    private static string FormatLast(int starts) => starts is 1 ? "" : $"in the last of {starts} starts ";

    private static string FormatSpeed(VariantResult variant) =>
        $"{LedgerNumbers.Format(variant.Throughput.Rate)} req/s · p50 {LedgerNumbers.Format(variant.Latency.P50)} · "
            + $"p99 {LedgerNumbers.Format(variant.Latency.P99)} ms";
}
