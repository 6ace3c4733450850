namespace TwoTier.Load.Reports.Words;

/// <summary>
/// Creates the sentences below the summary of a result. For an invalid result, they state causes and cures instead of
/// findings.
/// </summary>
internal static class Insights
{
    // The smallest ratio between the highest and the lowest CPU time per request that is worth a sentence.
    private const double MinCpuRatioToMention = 1.1;

    public static IEnumerable<Insight> Create(Result result)
    {
        Insight[] end = result.Validity.CutShort
            ? [Insight.Create("◐", $"{"Cut short":strong} {ResultSummary.DescribeEnd(result)}.")]
            : [];
        return end.Concat(result switch
        {
            { Validity.State: RunValidity.InvalidState } => DescribeFailedChecks(result),
            { Kind: Result.RunKind } => DescribeRun(result.Variants[0]),
            _ => DescribeComparison(result),
        });
    }

    private static IEnumerable<Insight> DescribeFailedChecks(Result result)
    {
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
        {
            var (found, cure) = ($"{check.Label}: {check.Value}", check.Cure is { } text ? $": {text}" : "");
            yield return Insight.Create("✗", $"{found:strong}, the limit is {check.Limit}{cure}.");
        }

        var withheld = result.Kind == Result.RunKind ? "" : "Verdicts are withheld. ";
        yield return Insight.Create("→", $"{withheld}Measure again: {result.RepeatCommand:code}");
    }

    private static IEnumerable<Insight> DescribeComparison(Result result)
    {
        foreach (var insight in DescribeVerdicts(result))
            yield return insight;
        if (DescribeCpu(result) is { } cpu)
            yield return cpu;
        if (MemoryText.Describe(result) is { Count: > 0 } memory)
            yield return Insight.Create("→", $"{"Memory":strong}: {memory}.");
        foreach (var variant in result.Variants.Where(variant => variant.Errors > 0))
        {
            var share = $"{FormatCount(variant.Errors)} of {FormatCount(variant.Requests)}";
            yield return Insight.Create("!", $"{"Errors":strong}: {variant.Name:variant} failed in {share} requests.");
        }
    }

    private static IEnumerable<Insight> DescribeVerdicts(Result result)
    {
        var finding = new RankingMetric(result);
        var verdicts = finding.OrderVariants()
            .Select(variant => (variant.Name, Ratio: finding.GetRatio(variant)!))
            .Where(variant => variant.Ratio is not null)
            .GroupBy(variant => variant.Ratio.Verdict);
        foreach (var verdict in verdicts)
        {
            var mark = verdict.Key is RatioVerdict.Withheld ? "·" : VerdictLabels.GetMark(verdict.Key);
            var label = verdict.Key switch
            {
                RatioVerdict.Same => $"the same within {result.Method.Margin * 100:0.##} %",
                RatioVerdict.CannotTell => "that cannot be told from the baseline",
                RatioVerdict.Withheld => "without a verdict",
                var other => VerdictLabels.Format(other),
            };
            var ratios = Join(verdict.Select(variant => FormatVariantRatio(variant.Name, variant.Ratio)));
            yield return Insight.Create(mark, $"{$"{verdict.Count()} {label}":strong}: {ratios}.");
        }
    }

    private static IReadOnlyList<TextRun> FormatVariantRatio(string variant, RatioResult ratio)
    {
        var interval = ratio is { Lo: { } lo, Hi: { } hi } ? $" {VerdictLabels.FormatInterval(new(lo, hi))}" : "";
        return TextRun.Create($"{variant:variant} {FormatRatio(ratio.Value)}{interval:quiet}");
    }

    private static IEnumerable<TextRun> Join(IEnumerable<IReadOnlyList<TextRun>> texts) =>
        texts.SelectMany((text, i) => i == 0 ? text : text.Prepend(new TextRun(", ")));

    private static Insight? DescribeCpu(Result result)
    {
        var variants = result.Variants
            .Select(variant => (variant.Name, Cpu: variant.Processes.GetValueOrDefault(MonitoredProcess.Target)?.CpuMs))
            .Where(variant => variant.Cpu > 0)
            .OrderBy(variant => variant.Cpu)
            .ToArray();
        if (variants is not [var (cheapest, least), .., var (dearest, most)] || most < MinCpuRatioToMention * least)
            return null;
        var (low, high, factor) = (FormatNumber(least), FormatNumber(most), FormatRatio(most!.Value / least!.Value));
        var costs = TextRun.Create($"{low} ms with {cheapest:variant}, and {high} ms with {dearest:variant}");
        return Insight.Create("→", $"{"CPU":strong}: a request costs the target {costs}: {factor} times as much.");
    }

    private static IEnumerable<Insight> DescribeRun(VariantResult run)
    {
        if (run.Latency is { P50: { } p50, P99: { } p99 })
        {
            var (half, most) = (run.Latency.P50Interval, run.Latency.P99Interval);
            var shares = $": half of the requests took {FormatWithInterval(p50, half?.Lo, half?.Hi)} ms or less, "
                + $"and 99 % took {FormatWithInterval(p99, most?.Lo, most?.Hi)} ms or less.";
            yield return Insight.Create("→", $"{"Latency":strong}{shares}");
        }

        if (run.Throughput is { Lo: { } lo, Hi: { } hi })
        {
            var errors = run.ErrorShareInterval is { } share
                ? $", and {FormatNumber(100 * share.Lo)} to {FormatNumber(100 * share.Hi)} % errors"
                : "";
            yield return Insight.Create(
                "→", $"{"95 % intervals":strong}: {FormatNumber(lo)} to {FormatNumber(hi)} requests/s{errors}.");
        }

        if (run.Queued > 0 || run.Dropped > 0)
        {
            var waited = $": {FormatCount(run.Queued ?? 0)} of {FormatCount(run.Planned ?? 0)} requests waited for a "
                + $"connection, and {FormatCount(run.Dropped ?? 0)} were never sent.";
            yield return Insight.Create("!", $"{"Queue":strong}{waited}");
        }
    }
}
