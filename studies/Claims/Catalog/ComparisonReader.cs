namespace Studies.Claims.Catalog;

/// <summary>Converts comparisons of two variants, one for each process start, to the measurement of a claim.</summary>
internal static class ComparisonReader
{
    public static Measurement ReadThroughput(IReadOnlyList<Result> starts) =>
        Read(starts, result => result.OtherVariant.Ratio?.Value, FormatSpeed);

    public static Measurement ReadCpu(IReadOnlyList<Result> starts) => Read(
        starts, result => result.OtherVariant.CpuRatio?.Value,
        variant => $"{Format(variant.Target.CpuMs)} ms of CPU time per request");

    /// <summary>Reads how many times shorter the median response time of a variant is than the baseline's.</summary>
    public static Measurement ReadMedianSpeed(IReadOnlyList<Result> starts) => Read(
        starts, result => result.BaselineVariant.Latency.P50 / result.OtherVariant.Latency.P50,
        variant => $"median {Format(variant.Latency.P50)} ms");

    public static Measurement ReadPeakResource(
        IReadOnlyList<Result> starts, Func<VariantResult, double?> level, string unit) => Read(
        starts, result => level(result.OtherVariant) / level(result.BaselineVariant),
        variant => $"{Format(level(variant))} {unit}");

    /// <summary>Reads in which share of its rounds each variant serves less than half of its median.</summary>
    public static Measurement ReadDips(Result result, string other, string baseline)
    {
        var (one, two) = (GetRates(result.OtherVariant), GetRates(result.BaselineVariant));
        return new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                [other] = Metric.FromCounts(CountDips(one), one.Length),
                [baseline] = Metric.FromCounts(CountDips(two), two.Length),
            },
            Figures = $"{FormatDips(result.OtherVariant, one)}, and {FormatDips(result.BaselineVariant, two)}",
        };
    }

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
                ", ", ratios.Select(one => $"{Format(Metric.FromStarts(one.Value).Value)} with {one.Key}")),
        };
    }

    // In ascending order.
    private static double[] GetRates(VariantResult variant) => variant.Rounds is []
        ? throw new StudyException("a variant has no rounds")
        : [.. variant.Rounds.Select(round => round.Rps).Order()];

    private static int CountDips(double[] rates) => rates.Count(rate => rate < rates[rates.Length / 2] / 2);

    private static string FormatDips(VariantResult variant, double[] rates) =>
        $"{variant.Name} dips in {CountDips(rates)} of {rates.Length} turns, the lowest with {Format(rates[0])} req/s and "
            + $"the median with {Format(rates[rates.Length / 2])}";

    private static Measurement Read(
        IReadOnlyList<Result> starts, Func<Result, double?> ratio, Func<VariantResult, string> format)
    {
        double[] ratios = [.. starts.Select(ratio).OfType<double>()];
        var last = starts[^1];
        return ratios.Length == starts.Count
            ? Measurement.FromMetric(LedgerEntry.Ratio, Metric.FromStarts(ratios),
                $"{FormatLast(starts.Count)}{format(last.OtherVariant)}, against {format(last.BaselineVariant)}")
            : Measurement.NotMeasured("a metric of a front-end could not be read");
    }

    private static string FormatLast(int starts) => starts is 1 ? "" : $"in the last of {starts} starts ";

    private static string FormatSpeed(VariantResult variant) =>
        $"{Format(variant.Throughput.Median)} req/s · p50 {Format(variant.Latency.P50)} · "
            + $"p99 {Format(variant.Latency.P99)} ms";

    private static string Format(double? figure) => figure is { } value ? LedgerNumbers.Format(value) : "–";
}
