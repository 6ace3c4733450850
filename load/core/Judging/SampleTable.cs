namespace TwoTier.Load.Judging;

/// <summary>
/// What a comparison measured: the samples of all turns, and what is known of each variant in each start as a whole.
/// </summary>
/// <param name="processes">The address of the process that each variant loads, by the name of the variant.</param>
/// <param name="baseline">The name of the variant with which the others are compared.</param>
/// <param name="samples">The samples of complete rounds.</param>
/// <param name="starts">What is known of the variants in the starts that have ended.</param>
internal sealed class SampleTable(
    IReadOnlyDictionary<string, string> processes,
    string baseline,
    IReadOnlyList<Sample> samples,
    IReadOnlyList<VariantStart> starts)
{
    /// <summary>The number of batches into which the rounds of a single start are divided.</summary>
    public const int BatchCount = 10;

    // Work outside of the turns matters if it changes the ratio of CPU times by so much, as a logarithm. It is a
    // convention: two equal .NET services once differed by half as much in ten turns, on a busy machine.
    private const double MaxEffectOfWorkOutside = 0.1;

    // Work of so many cores does not slow down the turns of others. Reading the metrics takes up to 1 % of a core.
    private const double NegligibleCores = 0.02;

    private readonly ILookup<string, Sample> _byVariant = samples.ToLookup(sample => sample.Variant);

    // The number of the batch of each round of a single start. Two batches differ by at most one round.
    private readonly Dictionary<int, int> _batches = DivideIntoBatches(samples);

    public IReadOnlyDictionary<string, string> Processes { get; } = processes;
    public string Baseline { get; } = baseline;
    public IReadOnlyList<Sample> Samples { get; } = samples;
    public IReadOnlyList<VariantStart> Starts { get; } = starts;

    /// <summary>
    /// Whether there is one start only, so that batches of its rounds are the independent values, and not starts.
    /// </summary>
    public bool HasOneStart { get; } = samples.DistinctBy(sample => sample.Start).Count() < 2;

    /// <summary>The variants other than the baseline.</summary>
    public IEnumerable<string> Compared => Processes.Keys.Where(variant => variant != Baseline);

    // Of the two turns of the baseline in a round, the first one in the order counts as the control in every second
    // round, so that the order does not decide which of them is slower.
    private IEnumerable<Sample> BaselineAgain => _byVariant[Baseline]
        .GroupBy(sample => (sample.Start, sample.Round))
        .Where(round => round.Count() == 2)
        .Select(round => round.Key.Round % 2 == 0 ? round.MinBy(one => one.Place)! : round.MaxBy(one => one.Place)!);

    /// <summary>Creates the table of the samples of a result.</summary>
    public static SampleTable Create(Result result) => new(
        result.Variants.ToDictionary(variant => variant.Name, variant => UrlText.GetBaseUrl(variant.Url)),
        result.Baseline,
        result.Samples,
        result.Starts);

    /// <summary>Gets a metric of a variant over all that was measured; null if it was not measured.</summary>
    public double? GetTotal(string variant, ComparedMetric metric) => metric.Quantile is { } quantile
        ? GetQuantile([.. Starts.Where(start => start.Variant == variant)], quantile)
        : CreateQuotient(metric, [.. _byVariant[variant]])?.Value;

    /// <summary>Estimates the ratio of a variant to the baseline; null if it was not measured.</summary>
    public RatioEstimate? Estimate(string variant, ComparedMetric metric) => metric.Quantile is { } quantile
        ? EstimateQuantile(variant, quantile)
        : metric == ComparedMetric.Throughput && WorksOutsideItsTurns(variant) ? null
        : Estimate(metric, [.. _byVariant[variant]], [.. _byVariant[Baseline]], GetStartScatter(variant));

    /// <summary>
    /// Gets the share of its CPU time that a variant used outside of its turns, from 0 to 1; null if it is not known.
    /// </summary>
    public double? GetShareOutside(string variant)
    {
        var whole = Starts.Where(start => start.Variant == variant && start.CpuS > 0)
            .ToDictionary(start => start.Start, start => start.CpuS!.Value);
        var inTurns = _byVariant[variant].Where(sample => whole.ContainsKey(sample.Start)).Sum(sample => sample.CpuS);
        return whole.Count == 0 ? null : 1 - inTurns / whole.Values.Sum();
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
        GetShareOutside(variant) * Starts.Where(start => start.Variant == variant).Sum(start => start.CpuS)
            / Samples.Where(sample => sample.Variant != variant).Sum(sample => sample.BusyS) ?? 0;

    /// <summary>Estimates the throughput of a variant, with a 95 % interval; null if it was not measured.</summary>
    public (double Value, ConfidenceInterval? Interval)? EstimateRate(string variant)
    {
        Sample[] samples = [.. _byVariant[variant]];
        if (Quotient.Create(ComparedMetric.Throughput, samples, []) is not { Value: > 0 and var rate })
            return null;
        double[] units =
        [
            .. DivideIntoUnits(ComparedMetric.Throughput, samples).Values.Select(unit => unit.Value)
                .Where(value => value > 0),
        ];
        var half = new RatioEstimate(rate, units, 0) is { Freedom: > 0 } estimate
            ? estimate.GetHalfWidth(0.05, estimate.Variance, estimate.Freedom)
            : null;
        return (rate, half is { } width
            ? new ConfidenceInterval(rate * Math.Exp(-width), rate * Math.Exp(width))
            : null);
    }

    /// <summary>Estimates the ratio of the second turn of the baseline to the first; null if it has one turn.</summary>
    public RatioEstimate? EstimateControl(ComparedMetric metric)
    {
        HashSet<Sample> again = [.. BaselineAgain];
        // What is known of a start as a whole is not known of one of the two turns.
        return again.Count == 0 ? null : new SampleTable(Processes, Baseline, Samples, []).Estimate(
            metric, [.. again], [.. _byVariant[Baseline].Where(sample => !again.Contains(sample))], startScatter: 0);
    }

    private RatioEstimate? Estimate(
        ComparedMetric metric, Sample[] own, Sample[] baseline, double startScatter)
    {
        var (ofUnits, ofBaselines) = (DivideIntoUnits(metric, own), DivideIntoUnits(metric, baseline));
        (Quotient Own, Quotient Baseline)[] units =
        [
            .. from unit in ofUnits
               where ofBaselines.TryGetValue(unit.Key, out var other) && IsRatio(unit.Value.Value / other.Value)
               orderby unit.Key
               select (unit.Value, ofBaselines[unit.Key]),
        ];
        var total = HasOneStart
            ? CreateQuotient(metric, own)?.Value / CreateQuotient(metric, baseline)?.Value
            : Sum(units.Select(unit => unit.Own)) / Sum(units.Select(unit => unit.Baseline));
        return total is { } ratio && IsRatio(ratio)
            ? new RatioEstimate(ratio, [.. units.Select(unit => unit.Own.Value / unit.Baseline.Value)], startScatter)
            : null;

        static double? Sum(IEnumerable<Quotient> quotients) =>
            quotients.Aggregate(default(Quotient), (sum, one) => sum + one) is { Divisor: > 0 } sum ? sum.Value : null;
    }

    // By the number of the start, or of the batch of rounds.
    private Dictionary<int, Quotient> DivideIntoUnits(ComparedMetric metric, Sample[] samples) => samples
        .GroupBy(GetUnit)
        .Select(unit => (unit.Key, Quotient: HasOneStart
            ? Quotient.Create(metric, [.. unit], [])
            : CreateQuotient(metric, [.. unit])))
        .Where(unit => unit.Quotient is not null)
        .ToDictionary(unit => unit.Key, unit => unit.Quotient!.Value);

    private Quotient? CreateQuotient(ComparedMetric metric, Sample[] samples) => samples is [] ? null :
        Quotient.Create(metric, samples, [.. Starts.Where(start =>
            start.Variant == samples[0].Variant && samples.Any(sample => sample.Start == start.Start))]);

    /// <summary>Gets the largest scatter of starts by which an interval is widened.</summary>
    public double GetLargestStartScatter() => Compared.Select(GetStartScatter).DefaultIfEmpty().Max();

    private double GetStartScatter(string variant) => !HasOneStart ? 0
        : Processes[variant] == Processes[Baseline] ? RatioEstimate.ScatterInOneProcess
        : RatioEstimate.ScatterOfProcesses;

    private int GetUnit(Sample sample) => HasOneStart ? _batches[sample.Round] : sample.Start;

    private static Dictionary<int, int> DivideIntoBatches(IReadOnlyList<Sample> samples)
    {
        int[] rounds = [.. samples.Select(sample => sample.Round).Distinct().Order()];
        var count = Math.Min(rounds.Length, BatchCount);
        return rounds.Index().ToDictionary(
            round => round.Item, round => ((round.Index + 1) * count - 1) / rounds.Length);
    }

    private RatioEstimate? EstimateQuantile(string variant, double quantile)
    {
        var own = Starts.Where(start => start.Variant == variant).ToArray();
        var baseline = Starts.Where(start => start.Variant == Baseline).ToArray();
        double[] units =
        [
            .. from one in own
               join other in baseline on one.Start equals other.Start
               orderby one.Start
               let ratio = GetQuantile([one], quantile) / GetQuantile([other], quantile)
               where IsRatio(ratio)
               select ratio.Value,
        ];
        return GetQuantile(own, quantile) / GetQuantile(baseline, quantile) is { } total && IsRatio(total)
            ? new RatioEstimate(total, units.Length > 1 ? units : [], 0)
            : null;
    }

    private static double? GetQuantile(IReadOnlyList<VariantStart> starts, double quantile)
    {
        var latency = new LatencyHistogram();
        foreach (var start in starts)
            start.Latency?.AddTo(latency);
        return latency.GetReliableQuantile(quantile);
    }

    private static bool IsRatio(double? ratio) => ratio is > 0 and < double.PositiveInfinity;
}
