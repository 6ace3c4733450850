namespace TwoTier.Load.Reports.Documents;

internal sealed class ComparisonBlocks(Result result)
{
    private readonly RankingMetric _rankingMetric = new(result);
    private readonly VariantResult[] _variants = [.. new RankingMetric(result).OrderVariants()];

    public IEnumerable<Block> Create()
    {
        yield return CreateVerdicts();
        if (ResultSummary.DescribeEarlyEnd(result) is { } end)
            yield return new Sentence(end, Tone.Quiet);
        if (result.StartCount == 1 && result.Samples is not [])
        {
            var scatter = 100 * SampleTable.Create(result).GetLargestStartScatter();
            yield return new Sentence(
                $"Within this start. The intervals allow for {scatter:0.##} % by which other starts may differ.",
                Tone.Quiet);
        }

        yield return new Sentence($"Intervals: {result.Method.Interval}.") { Medium = Medium.Markdown };
        yield return CreateTable("latency")
            .Number("p50 ms", variant => variant.Latency.P50)
            .Number("p90", variant => variant.Latency.P90, isDetail: true)
            .Number("p99", variant => variant.Latency.P99, Tone.Strong)
            .Number("p99.9", variant => variant.Latency.P999)
            .Number("max", variant => variant.Latency.Max)
            .Count("errors", variant => variant.Errors);
        if (_variants.Any(variant => variant.Timings?.Ttfb is not null))
            yield return CreatePhases();
        foreach (var process in _variants[0].Processes.Keys)
        {
            if (_variants.Any(variant => variant.Processes.GetValueOrDefault(process) is not null))
            {
                yield return CreateCosts(process);
                yield return CreateConnectionsAndMemory(process);
            }
        }

        foreach (var note in RunBlocks.DescribeUnexpectedBytes(_variants))
            yield return note;
        yield return RunBlocks.CreateFailures(_variants, isComparison: true);
    }

    public Table CreateShortTable() => AddVerdict(
        CreateTable("variant")
            .Number("req/s", variant => variant.Throughput.Rate)
            .Add(
                "ratio",
                variant => _rankingMetric.GetRatio(variant) is { } ratio
                    ? $"×{SignificantDigits.FormatRatio(ratio.Value)}"
                    : FormatRatio(variant, null),
                isNumber: true),
        _rankingMetric.GetRatio);

    private static Tone GetTone(RatioVerdict? verdict) => verdict switch
    {
        RatioVerdict.Faster or RatioVerdict.Cheaper => Tone.Better,
        RatioVerdict.Slower or RatioVerdict.Dearer => Tone.Worse,
        _ => Tone.Plain,
    };

    private Table<VariantResult> CreateVerdicts() => AddVerdict(
        CreateTable("variant")
            .Number("req/s", variant => variant.Throughput.Rate, Tone.Strong)
            .Text(_rankingMetric.RatioHeading, variant => FormatRatio(variant, _rankingMetric.GetRatio(variant))),
        _rankingMetric.GetRatio);

    private Table<VariantResult> CreatePhases() => CreateTable("phase, ms")
        .Number("first byte p50", variant => variant.Timings?.Ttfb?.P50)
        .Number("p99", variant => variant.Timings?.Ttfb?.P99)
        .Number("body p50", variant => variant.Timings?.Body?.P50)
        .Number("p99", variant => variant.Timings?.Body?.P99)
        .Number("connect mean", variant => variant.Timings?.Connect?.Mean)
        .Count("connections opened", variant => variant.Timings?.ConnectionsOpened) with
    { Medium = Medium.Markdown };

    private Table<VariantResult> CreateCosts(string process)
    {
        var isTarget = process == MonitoredProcess.Target;
        var table = CreateTable(process)
            .Number("CPU ms/request", Get(process, usage => usage.CpuMs), isTarget ? Tone.Strong : Tone.Plain);
        if (isTarget && !_rankingMetric.IsCpu)
        {
            table = AddVerdict(
                table.Text("CPU ratio [interval]", variant => FormatRatio(variant, variant.CpuRatio)),
                variant => variant.CpuRatio);
        }

        table = table.Number("allocated kB", Get(process, usage => usage.AllocKb), isDetail: true);
        if (isTarget && result.Variants.Any(variant => variant.AllocRatio is not null))
        {
            table = table
                .Text("ratio [interval]", variant => FormatRatio(variant, variant.AllocRatio), isDetail: true)
                .Text("verdict", variant => FormatVerdict(variant, variant.AllocRatio), isDetail: true);
        }

        if (_variants.Any(variant => Get(process, usage => usage.Exceptions)(variant) > 0))
            table = table.Number("exceptions", Get(process, usage => usage.Exceptions), isDetail: true);

        return table
            .Count("threads", Get(process, usage => usage.PoolThreads), isDetail: true)
            .Count("connections", Get(process, usage => usage.ConnectionsOpened), isDetail: true)
            .Count("pool queue", Get(process, usage => usage.PoolQueue), isDetail: true)
            .Number("GC pause ms/s", Get(process, usage => usage.GcPauseMsPerS), isDetail: true)
            .Number("JIT ms/request", Get(process, usage => usage.JitMs), isDetail: true)
            .WithoutEmptyColumns();
    }

    // A terminal shows the memory only if it was read again after a cool-down.
    private Table CreateConnectionsAndMemory(string process) => RunBlocks.AddConnectionsAndMemory(
        CreateTable(process), variant => variant.Processes.GetValueOrDefault(process)) with
    {
        Medium = _variants.Any(variant => Get(process, usage => usage.WorkingSetAfterMb)(variant) is not null)
            ? Medium.Any
            : Medium.Markdown,
    };

    private Table<VariantResult> CreateTable(string heading) => new Table<VariantResult>(_variants)
        .Text(heading, variant => variant.Name, variant => IsBaseline(variant) ? Tone.Strong : Tone.Plain);

    private Table<VariantResult> AddVerdict(Table<VariantResult> table, Func<VariantResult, RatioResult?> getRatio)
    {
        return table.Text(
            "verdict",
            variant => FormatVerdict(variant, getRatio(variant)),
            variant => IsBaseline(variant) ? Tone.Strong : GetTone(getRatio(variant)?.Verdict));
    }

    private string FormatVerdict(VariantResult variant, RatioResult? ratio) =>
        IsBaseline(variant) ? $"● {VerdictLabels.Baseline}"
            : ratio is null ? SignificantDigits.NotMeasured
            : VerdictLabels.FormatWithMark(ratio.Verdict);

    private bool IsBaseline(VariantResult variant) => variant.Name == result.Baseline;

    private static Func<VariantResult, double?> Get(string process, Func<ProcessResult, double?> getValue) =>
        variant => variant.Processes.GetValueOrDefault(process) is { } usage ? getValue(usage) : null;

    private string FormatRatio(VariantResult variant, RatioResult? ratio) => ratio is null
        ? IsBaseline(variant) ? "1" : SignificantDigits.NotMeasured
        : VerdictLabels.FormatRatio(ratio.Value, ratio.Lo, ratio.Hi);
}
