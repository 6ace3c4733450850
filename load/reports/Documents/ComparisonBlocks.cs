using MathNet.Numerics.Statistics;
using TwoTier.Load.Target;

namespace TwoTier.Load.Reports.Documents;

/// <summary>What a comparison found: one table, what follows from it, and whether it can be trusted.</summary>
internal sealed class ComparisonBlocks(Result result)
{
    private const int LongestBar = 8;
    private readonly ComparisonWords _words = new(result);

    // The checks whose notes change what the figures mean. What others find is in the intervals, or in the line on
    // trust.
    private static readonly string[] ShownNotes = ["answers", "warm", "fall", "outside", "forwarder"];

    public IEnumerable<Block> Create()
    {
        yield return result.Variants is [_, _] ? CreatePair() : CreateVariants();
        if (result is { StartCount: > 1, Variants: [_, _] } && DescribeLevels() is { Count: > 0 } levels)
            yield return new Facts(levels);
        foreach (var note in RunBlocks.DescribeUnexpectedBytes(result.Variants))
            yield return note;
        yield return RunBlocks.CreateFailures(result.Variants);
        foreach (var (label, text) in _words.DescribeConsequences())
            yield return new Note(label, Tone.Strong, string.Concat(text.Select(run => run.Text))) { Runs = text };
        if (ValidityBlocks.CreateState(result, string.Join(' ', _words.DescribeTrust())) is { } state)
            yield return state;
        foreach (var check in result.Validity.Checks.Where(IsShown))
            yield return ValidityBlocks.CreateNote(check);
    }

    // With several starts, the intervals include that one of them was cold.
    private bool IsShown(ValidityCheck check) =>
        check.State == CheckState.Note && ShownNotes.Contains(check.Id)
        && (check.Id is not ("warm" or "fall") || result.StartCount == 1);

    private Table<VariantResult> CreateVariants()
    {
        var variants = _words.Order();
        var largest = variants.Max(GetRatio);
        return new Table<VariantResult>(variants)
        {
            DropsColumns = true,
            Legend = variants.Any(variant => MetricWords.IsOpen(_words.Ranking.GetRatio(variant)))
                ? "within: either of the two may be more; longer runs may show which."
                : null,
        }
            .Text("variant", variant => variant.Name, variant => IsBaseline(variant) ? Tone.Strong : Tone.Plain)
            .Text("", variant => DrawBar(GetRatio(variant) / largest), GetTone, Medium.Terminal)
            .Number("req/s", variant => variant.Throughput.Rate, Tone.Strong)
            .Add("throughput ratio", variant => FormatRatio(variant, variant.Ratio), isNumber: true, Medium.Markdown)
            .Number("p99 ms", variant => variant.Latency.P99)
            .Number("CPU ms", variant => GetTarget(variant)?.CpuMs)
            .Add("CPU ratio", variant => FormatRatio(variant, variant.CpuRatio), isNumber: true, Medium.Markdown)
            .Number("kB", variant => GetTarget(variant)?.AllocKb)
            .Add("kB ratio", variant => FormatRatio(variant, variant.AllocRatio), isNumber: true, Medium.Markdown)
            .Text("", variant => _words.Describe(variant, _words.Ranking) ?? GetPlace(variant), GetTone)
            .WithoutEmptyColumns();
    }

    private Table<PairRow> CreatePair()
    {
        var baseline = result.GetVariant(result.Baseline);
        var other = result.Variants.First(variant => variant != baseline);
        PairRow[] rows =
        [
            new("req/s", variant => variant.Throughput.Rate, other.Ratio, MetricWords.Throughput),
            new("p50 ms", variant => variant.Latency.P50, other.P50Ratio),
            new("p99 ms", variant => variant.Latency.P99, other.P99Ratio),
            new("CPU ms", variant => GetTarget(variant)?.CpuMs, other.CpuRatio, MetricWords.Cpu),
            new("kB", variant => GetTarget(variant)?.AllocKb, other.AllocRatio, MetricWords.Allocation),
        ];
        return new Table<PairRow>([.. rows.Where(row => (row.GetValue(baseline) ?? row.GetValue(other)) is not null)])
        {
            DropsColumns = true,
        }
            .Text("metric", row => row.Name)
            .Number(baseline.Name, row => row.GetValue(baseline))
            .Number(other.Name, row => row.GetValue(other))
            .Add("ratio", row => FormatRatio(row.Ratio), isNumber: true)
            .Text(
                "",
                row => row.Metric is { } metric ? _words.Describe(other, metric) ?? NotMeasured : "",
                row => GetTone(row.Metric is null ? null : row.Ratio?.Verdict));
    }

    // What gets no verdict: the median of the starts, the lowest and the highest.
    private List<(string Label, string Text)> DescribeLevels()
    {
        (string Label, string Text)[] levels =
        [
            ("listens after", Describe(sample => sample.ReadyMs, "ms")),
            ("memory", Describe(sample => sample.WorkingSetMb, "MB")),
        ];
        return [.. levels.Where(level => level.Text is not "")];

        string Describe(Func<Sample, double?> get, string unit) => string.Join(
            ", ",
            from sample in result.Samples
            where get(sample) is not null
            group get(sample)!.Value by sample.Variant into starts
            orderby starts.Key
            select $"{starts.Key} {FormatNumber(starts.Median())} {unit} "
                + $"({FormatNumber(starts.Min())} to {FormatNumber(starts.Max())})");
    }

    private static string DrawBar(double part) => new('=', (int)Math.Round(LongestBar * part));

    private double GetRatio(VariantResult variant) => _words.Ranking.GetRatio(variant)?.Value ?? 1;

    private string GetPlace(VariantResult variant) => IsBaseline(variant) ? "baseline" : NotMeasured;

    private bool IsBaseline(VariantResult variant) => variant.Name == result.Baseline;

    private static ProcessResult? GetTarget(VariantResult variant) =>
        variant.Processes.GetValueOrDefault(MonitoredProcess.Target);

    private Tone GetTone(VariantResult variant) => GetTone(_words.Ranking.GetRatio(variant)?.Verdict);

    private static Tone GetTone(RatioVerdict? verdict) => verdict switch
    {
        RatioVerdict.Faster or RatioVerdict.Cheaper => Tone.Better,
        RatioVerdict.Slower or RatioVerdict.Dearer => Tone.Worse,
        _ => Tone.Plain,
    };

    private string FormatRatio(VariantResult variant, RatioResult? ratio) =>
        ratio is null && IsBaseline(variant) ? "1" : FormatRatio(ratio);

    private static string FormatRatio(RatioResult? ratio) =>
        ratio is null ? NotMeasured : MetricWords.FormatRatio(ratio.Value, ratio.Lo, ratio.Hi);

    private sealed record PairRow(
        string Name, Func<VariantResult, double?> GetValue, RatioResult? Ratio, MetricWords? Metric = null);
}
