namespace TwoTier.Load.Statistics;

/// <summary>What a comparison measured: the samples, and the latencies of each variant.</summary>
/// <param name="processes">The address of the process that each variant loads, by the name of the variant.</param>
/// <param name="baseline">The name of the variant with which the others are compared.</param>
/// <param name="samples">The samples of each variant.</param>
/// <param name="latencies">The latencies of all requests, by the name of the variant.</param>
internal sealed class SampleTable(
    IReadOnlyDictionary<string, string> processes,
    string baseline,
    IReadOnlyList<Sample> samples,
    IReadOnlyDictionary<string, LatencyHistogram> latencies)
{
    // Work outside of the turns matters if it changes the ratio of CPU times by so much, as a logarithm. It is a
    // convention: two equal .NET services once differed by half as much in ten turns, on a busy machine.
    private const double MaxEffectOfWorkOutside = 0.1;

    // Work of so many cores does not slow down the turns of others.
    private const double NegligibleCores = 0.02;

    private readonly ILookup<string, Sample> _byVariant = samples.ToLookup(sample => sample.Variant);

    public IReadOnlyDictionary<string, string> Processes { get; } = processes;
    public string Baseline { get; } = baseline;
    public IReadOnlyList<Sample> Samples { get; } = samples;

    /// <summary>
    /// Whether there is one start only, so that batches of its rounds are the independent values, and not starts.
    /// </summary>
    public bool HasOneStart { get; } = samples.DistinctBy(sample => sample.Start).Count() < 2;

    /// <summary>The variants other than the baseline.</summary>
    public IEnumerable<string> Compared => Processes.Keys.Where(variant => variant != Baseline);

    /// <summary>Gets a metric of a variant over all that was measured; null if it was not measured.</summary>
    public double? GetTotal(string variant, ComparedMetric metric) => metric.Quantile is { } quantile
        ? latencies.GetValueOrDefault(variant)?.GetReliableQuantile(quantile)
        : Divide(metric, _byVariant[variant]);

    /// <summary>Estimates the ratio of a variant to the baseline; null if it was not measured.</summary>
    public RatioEstimate? Estimate(string variant, ComparedMetric metric)
    {
        if (metric == ComparedMetric.Throughput && WorksOutsideItsTurns(variant))
            return null;
        var (own, baseline) = (GetUnits(variant, metric), GetUnits(Baseline, metric));
        double[] units =
        [
            .. from unit in own
               join other in baseline on unit.Key equals other.Key
               orderby unit.Key
               let ratio = unit.Value / other.Value
               where IsRatio(ratio)
               select ratio,
        ];
        var total = metric.Quantile is null && !HasOneStart
            ? Sum(variant, own.Keys.Intersect(baseline.Keys)) / Sum(Baseline, own.Keys.Intersect(baseline.Keys))
            : GetTotal(variant, metric) / GetTotal(Baseline, metric);
        return IsRatio(total)
            ? new RatioEstimate(total!.Value, units, metric.Quantile is null ? GetStartScatter(variant) : 0)
            : null;

        // A start in which something was not measured of one of them counts for neither.
        double? Sum(string name, IEnumerable<int> starts) =>
            Divide(metric, _byVariant[name].Where(sample => starts.Contains(sample.Start)));
    }

    /// <summary>
    /// Gets the share of its CPU time that a variant used outside of its turns, from 0 to 1; null if it is not known.
    /// </summary>
    public double? GetShareOutside(string variant)
    {
        Sample[] known = [.. _byVariant[variant].Where(sample => sample.CpuOutsideS is not null && sample.CpuS > 0)];
        return known is [] ? null : known.Sum(sample => sample.CpuOutsideS) / known.Sum(sample => sample.CpuS);
    }

    /// <summary>
    /// Whether a variant works more, or less, after its answers than the baseline does: in the turns of the other, and
    /// enough to slow it down, so that their throughput cannot be compared.
    /// </summary>
    public bool WorksOutsideItsTurns(string variant) =>
        GetShareOutside(variant) is { } own && GetShareOutside(Baseline) is { } other
        && Math.Abs(Math.Log((1 - own) / (1 - other))) > MaxEffectOfWorkOutside
        && Math.Max(GetCoresOutside(variant), GetCoresOutside(Baseline)) > NegligibleCores;

    private double GetCoresOutside(string variant) =>
        _byVariant[variant].Sum(sample => sample.CpuOutsideS)
            / Samples.Where(sample => sample.Variant != variant).Sum(sample => sample.BusyS) ?? 0;

    /// <summary>Estimates the throughput of a variant, with a 95 % interval; null if it was not measured.</summary>
    public (double Value, ConfidenceInterval? Interval)? EstimateRate(string variant)
    {
        if (GetTotal(variant, ComparedMetric.Throughput) is not (> 0 and var rate))
            return null;
        double[] units = [.. GetUnits(variant, ComparedMetric.Throughput).Values.Where(value => value > 0)];
        var half = new RatioEstimate(rate, units, 0) is { Freedom: > 0 } estimate
            ? estimate.GetHalfWidth(0.05, estimate.Variance, estimate.Freedom)
            : null;
        return (rate, half is { } width
            ? new ConfidenceInterval(rate * Math.Exp(-width), rate * Math.Exp(width))
            : null);
    }

    /// <summary>Gets the largest scatter of starts by which an interval is widened.</summary>
    public double GetLargestStartScatter() => Compared.Select(GetStartScatter).DefaultIfEmpty().Max();

    // By the number of the start, or of the batch.
    private Dictionary<int, double> GetUnits(string variant, ComparedMetric metric) => _byVariant[variant]
        .GroupBy(sample => HasOneStart ? sample.Batch : sample.Start)
        .Select(unit => (unit.Key, Value: metric.Quantile is { } quantile
            ? HasOneStart ? null : quantile < 0.9 ? unit.First().P50Ms : unit.First().P99Ms
            : Divide(metric, unit)))
        .Where(unit => unit.Value is not null)
        .ToDictionary(unit => unit.Key, unit => unit.Value!.Value);

    // Divides two sums, such as successful responses and busy seconds; null if nothing of the metric was measured.
    private static double? Divide(ComparedMetric metric, IEnumerable<Sample> samples)
    {
        (double? Dividend, double Divisor)[] known =
        [
            .. samples.Select(sample => metric switch
            {
                ComparedMetric.Throughput => ((double?)sample.Good, sample.BusyS),
                ComparedMetric.CpuTime => (sample.CpuS, sample.Requests),
                _ => (sample.AllocatedBytes, sample.Requests),
            }).Where(part => part.Item1 is not null),
        ];
        return known.Sum(part => part.Divisor) is > 0 and var divisor ? known.Sum(part => part.Dividend) / divisor : null;
    }

    private double GetStartScatter(string variant) => !HasOneStart ? 0
        : Processes[variant] == Processes[Baseline] ? RatioEstimate.ScatterInOneProcess
        : RatioEstimate.ScatterOfProcesses;

    private static bool IsRatio(double? ratio) => ratio is > 0 and < double.PositiveInfinity;
}
