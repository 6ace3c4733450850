namespace TwoTier.Load.Reports.Words;

/// <summary>
/// What a comparison says in words: its finding, what follows from it, and whether it can be trusted. Terminal,
/// Markdown and page say the same.
/// </summary>
internal sealed class ComparisonWords(Result result)
{
    private readonly VariantResult[] _compared =
        [.. result.Variants.Where(variant => variant.Name != result.Baseline)];

    /// <summary>
    /// The metric that ranks the variants: CPU time if throughput is the requested arrival rate, or cannot be compared.
    /// </summary>
    public MetricWords Ranking { get; } = result.Variants.Any(variant => variant.CpuRatio is not null)
        && (result.Model.Kind == "open" || result.Variants.All(variant => variant.Ratio is null))
            ? MetricWords.Cpu
            : MetricWords.Throughput;

    /// <summary>Gets the variants in the order of the ratio, the slowest or dearest first.</summary>
    public IReadOnlyList<VariantResult> Order() =>
    [
        .. result.Variants.OrderBy(variant => (Ranking.GetRatio(variant)?.Value ?? 1)
            * (Ranking == MetricWords.Throughput ? 1 : -1)),
    ];

    /// <summary>Describes a ratio of a variant; null for the baseline, or if it was not measured.</summary>
    public string? Describe(VariantResult variant, MetricWords metric) =>
        metric.GetRatio(variant) is { } ratio ? metric.Describe(ratio, result.Validity) : null;

    /// <summary>Describes all ratios of a variant, by the metric as it is called in thresholds.</summary>
    public IReadOnlyDictionary<string, string> DescribeAll(VariantResult variant) => MetricWords.All
        .Where(metric => metric.GetRatio(variant) is not null)
        .ToDictionary(metric => metric.Metric.OptionName, metric => Describe(variant, metric)!);

    public IReadOnlyList<TextRun> DescribeFinding() => result switch
    {
        { Validity.CutShort: true } =>
            TextRun.Create($"Stopped {ResultSummary.DescribeEnd(result)}: there are ranges, but no verdicts."),
        { Validity.State: RunValidity.BusyState } when !_compared.Any(variant => _compared.Length > 1
            ? MetricWords.IsTold(Ranking.GetRatio(variant))
            : MetricWords.All.Any(metric => MetricWords.IsTold(metric.GetRatio(variant)))) =>
            TextRun.Create($"This machine was too busy to show a difference."),
        _ when _compared is [var other] => DescribePair(other),
        _ when _compared.Any(variant => MetricWords.IsTold(Ranking.GetRatio(variant))) =>
            TextRun.Create($"{Ranking.Title}, compared with {result.Baseline:variant}: {DescribeMetric(Ranking)}"),
        _ => DescribeMetric(Ranking),
    };

    /// <summary>
    /// Says what follows from the verdicts, and what the variants cost in CPU time, each behind a word that says which
    /// of them it is.
    /// </summary>
    public IEnumerable<(string Label, IReadOnlyList<TextRun> Text)> DescribeConsequences()
    {
        if (_compared.Length == 1)
            yield break;
        var told = _compared.Where(variant => MetricWords.IsTold(Ranking.GetRatio(variant)))
            .ToLookup(variant => Ranking.GetRatio(variant)!.Verdict is RatioVerdict.Slower or RatioVerdict.Dearer);
        IReadOnlyList<TextRun>[] advice =
        [
            .. told.OrderByDescending(part => part.Key)
                .Select(part => TextRun.Create($"{(part.Key ? "avoid" : "prefer")} {JoinNames(part)}")),
        ];
        RatioResult[] others =
            [.. _compared.Select(Ranking.GetRatio).OfType<RatioResult>().Where(ratio => !MetricWords.IsTold(ratio))];
        var rest = others is [] || result.Validity.State != RunValidity.ValidState ? ""
            : others.Any(MetricWords.IsOpen) ? " For the others, longer runs may show a difference."
            : " The others are about equally good.";
        if (advice is not [])
            yield return ("So", TextRun.Create($"{Join(advice, "; ")}.{rest}"));
        if (Ranking != MetricWords.Cpu && _compared.Any(variant => result.Validity.State == RunValidity.ValidState
            ? variant.CpuRatio is not null
            : MetricWords.IsTold(variant.CpuRatio)))
        {
            yield return ("CPU", DescribeMetric(MetricWords.Cpu));
        }
    }

    /// <summary>Says in sentences whether the figures can be trusted: the first one is the state.</summary>
    public IEnumerable<string> DescribeTrust()
    {
        var requests = FormatCount(result.Variants.Sum(variant => variant.Requests));
        var errors = FormatCount(result.Variants.Sum(variant => variant.Errors));
        var starts = result.StartCount == 1 ? "One start" : $"{result.StartCount} starts";
        yield return $"{starts}, {requests} requests, {errors} errors, {ResultSummary.DescribeOthers(result)}.";
        if (result.Validity.State == RunValidity.BusyState)
            yield return "Only ratios above 1.5 or below 1/1.5 are reported. Stop the other programs, and repeat.";
        if (result is { StartCount: 1, Samples: not [] })
        {
            var scatter = 100 * result.CreateTable().GetLargestStartScatter();
            yield return
                $"After a restart of the services, the ratios may differ: the ranges allow for {scatter:0.##} %.";
        }

        if (result.Validity.State != RunValidity.BusyState && result.Method.FamilyLevel is { } level)
            yield return $"All ranges together hold with {100 * (1 - level):0.##} % confidence.";
    }

    private IReadOnlyList<TextRun> DescribePair(VariantResult other)
    {
        var metrics = MetricWords.All.Where(metric => metric.GetRatio(other) is not null).ToArray();
        RatioResult[] ratios = [.. metrics.Select(metric => metric.GetRatio(other)!)];
        var told = metrics.FirstOrDefault(metric => MetricWords.IsTold(metric.GetRatio(other)));
        var finding = ratios switch
        {
            [] => "was not compared with",
            // Who reads that a variant is cheaper thinks of CPU time.
            _ when told == MetricWords.Allocation =>
                $"allocates {(told.GetRatio(other)!.Verdict is RatioVerdict.Cheaper ? "less" : "more")} than",
            _ when told is not null => $"is {told.GetRatio(other)!.Verdict} than".ToLowerInvariant(),
            _ when ratios.Any(MetricWords.IsOpen) => "shows no clear difference from",
            _ => "is like",
        };
        var details = metrics.Select(metric =>
            TextRun.Create($" {metric.Title}: {Describe(other, metric)!:amount}."));
        var cure = ratios.Any(MetricWords.IsOpen) ? " Longer runs give narrower ranges." : "";
        return TextRun.Create($"{other.Name:variant} {finding} {result.Baseline:variant}.{Join(details, "")}{cure}");
    }

    // The differences, the largest first, and how far from the baseline the others are at most.
    private IReadOnlyList<TextRun> DescribeMetric(MetricWords metric)
    {
        var all = _compared.Where(variant => metric.GetRatio(variant) is { Lo: not null })
            .OrderBy(variant => MetricWords.IsTold(metric.GetRatio(variant)) ? 0 : 1)
            .ThenByDescending(variant => MetricWords.GetLeastFactor(metric.GetRatio(variant)!))
            .ToArray();
        var told = all.TakeWhile(variant => MetricWords.IsTold(metric.GetRatio(variant))).ToArray();
        RatioResult[] others = [.. all.Skip(told.Length).Select(variant => metric.GetRatio(variant)!)];
        var differences = Join(
            told.Select(variant =>
                TextRun.Create($"{variant.Name:variant} {metric.DescribeLeast(metric.GetRatio(variant)!):amount}")),
            ", ");
        return (told, others) switch
        {
            ([], []) => TextRun.Create(
                $"One round cannot show whether a variant differs from {result.Baseline:variant}."),
            ([], _) when others.Any(MetricWords.IsVast) =>
                TextRun.Create(
                    $"The comparison was too short to show whether a variant differs from {result.Baseline:variant}."),
            ([], _) =>
                TextRun.Create($"All variants are {MetricWords.FormatWithin(others)} of {result.Baseline:variant}."),
            (_, []) => TextRun.Create($"{differences}."),
            _ when result.Validity.State == RunValidity.BusyState || others.Any(MetricWords.IsVast) =>
                TextRun.Create($"{differences}; no other difference is certain."),
            (_, [_]) => TextRun.Create($"{differences}; the other is {MetricWords.FormatWithin(others)}."),
            _ => TextRun.Create($"{differences}; the others are {MetricWords.FormatWithin(others)}."),
        };
    }

    private static IReadOnlyList<TextRun> JoinNames(IEnumerable<VariantResult> variants)
    {
        IReadOnlyList<TextRun>[] names = [.. variants.Select(variant => TextRun.Create($"{variant.Name:variant}"))];
        return names is [.. [_, ..] first, var last] ? TextRun.Create($"{Join(first, ", ")} and {last}") : names[0];
    }

    private static IReadOnlyList<TextRun> Join(IEnumerable<IReadOnlyList<TextRun>> texts, string separator) =>
        [.. texts.SelectMany((text, i) => i == 0 ? text : text.Prepend(new TextRun(separator)))];
}
