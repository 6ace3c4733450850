using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Words;

/// <summary>
/// Creates the sentences below the summary of a result. For an invalid result, they state causes and cures instead of
/// findings.
/// </summary>
internal static class Insights
{
    // The smallest ratio between the highest and the lowest CPU time per request that a sentence of the report
    // mentions.
    private const double MinCpuRatioToMention = 1.1;

    /// <summary>Creates the sentences below the summary of a result.</summary>
    public static IEnumerable<Insight> Create(Result result) => result switch
    {
        { Validity.State: RunValidity.InvalidState } => DescribeFailedChecks(result),
        { Kind: Result.RunKind } => DescribeRun(result.Variants[0]),
        _ =>
        [
            .. DescribeInterruptedRun(result),
            .. DuetText.Format(result) is { } duet ? new[] { new Insight("·", [duet]) } : [],
            .. DescribeVerdicts(result),
            .. DescribeTies(result),
            .. DescribeCpu(result),
            .. DescribeMemory(result),
            .. DescribeErrors(result),
        ],
    };

    private static IEnumerable<Insight> DescribeFailedChecks(Result result)
    {
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
        {
            var cure = check.Cure is { } found ? $": {found}" : "";
            yield return new Insight(
                "✗", [TextRun.FromImportantText($"{check.Label}: {check.Value}"), $", the limit is {check.Limit}{cure}."]);
        }

        var withheld = result.Kind == Result.RunKind ? "" : "Verdicts are withheld. ";
        yield return new Insight("→", [$"{withheld}Measure again: ", TextRun.FromCommand(result.RepeatCommand)]);
    }

    private static IEnumerable<Insight> DescribeInterruptedRun(Result result)
    {
        if (result.Validity.State == RunValidity.CutShortState)
        {
            yield return new Insight(
                "◐", [TextRun.FromImportantText("Cut short"), $" after round {result.Method.Pairs} of {result.Plan.Rounds}."]);
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
            var mark = VerdictLabels.FormatWithMark(verdict.Key!).AsSpan() is [var first, ..] ? $"{first}" : "·";
            var label = verdict.Key switch
            {
                VerdictLabels.NoDifference => "with no difference",
                VerdictLabels.Same => $"the same within {result.Method.Margin * 100:0.##} %",
                VerdictLabels.CannotTell => "that cannot be told from the baseline",
                VerdictLabels.Withheld => "without a verdict",
                var other => other,
            };
            yield return new Insight(mark,
            [
                TextRun.FromImportantText($"{verdict.Count()} {label}"),
                ": ",
                .. verdict.SelectMany((variant, i) => FormatVariantRatio(variant.Name, variant.Ratio, isFirst: i == 0)),
                ".",
            ]);
        }
    }

    private static IEnumerable<Insight> DescribeTies(Result result)
    {
        var ties = new RankingMetric(result).IsCpu ? result.Method.CpuTies : result.Method.Ties;
        foreach (var group in ties ?? [])
        {
            yield return new Insight("≈",
            [
                TextRun.FromImportantText("Not told apart from one another"),
                ": ",
                .. group.SelectMany((name, i) => (TextRun[])[i == 0 ? "" : ", ", TextRun.FromVariantName(name)]),
                ".",
            ]);
        }
    }

    private static IEnumerable<TextRun> FormatVariantRatio(string variant, RatioResult ratio, bool isFirst)
    {
        yield return isFirst ? "" : ", ";
        yield return TextRun.FromVariantName(variant);
        yield return $" {FormatRatio(ratio.Value)}";
        if (ratio is { Lo: { } lo, Hi: { } hi })
            yield return TextRun.FromSecondaryText($" {VerdictLabels.FormatInterval(new(lo, hi))}");
    }

    private static IEnumerable<Insight> DescribeCpu(Result result)
    {
        var costs = result.Variants
            .Select(variant => (variant.Name, Cpu: variant.Processes.GetValueOrDefault(MonitoredProcess.Target)?.CpuMs))
            .Where(cost => cost.Cpu > 0)
            .OrderBy(cost => cost.Cpu)
            .ToArray();
        if (costs is not [var (cheapest, least), .., var (dearest, most)] || most < MinCpuRatioToMention * least)
            yield break;
        yield return new Insight("→",
        [
            TextRun.FromImportantText("CPU"),
            $": a request costs the target {FormatNumber(least)} ms with ",
            TextRun.FromVariantName(cheapest),
            $", and {FormatNumber(most)} ms with ",
            TextRun.FromVariantName(dearest),
            $": {FormatRatio(most!.Value / least!.Value)} times as much.",
        ]);
    }

    // The summary of a comparison that is about memory has said this already.
    private static IEnumerable<Insight> DescribeMemory(Result result)
    {
        if (!MemoryText.IsSubjectOf(result) && MemoryText.Describe(result).ToArray() is [_, ..] memory)
            yield return new Insight("→", [TextRun.FromImportantText("Memory"), ": ", .. memory, "."]);
    }

    private static IEnumerable<Insight> DescribeErrors(Result result) => result.Variants
        .Where(variant => variant.Errors > 0)
        .Select(variant => new Insight("!",
        [
            TextRun.FromImportantText("Errors"),
            ": ",
            TextRun.FromVariantName(variant.Name),
            $" failed in {FormatCount(variant.Errors)} of {FormatCount(variant.Requests)} requests.",
        ]));

    private static IEnumerable<Insight> DescribeRun(VariantResult run)
    {
        if (run.Latency is { P50: { } p50, P99: { } p99 })
        {
            yield return new Insight("→",
            [
                TextRun.FromImportantText("Latency"),
                $": half of the requests took {FormatNumber(p50)} ms or less, ",
                $"and 99 % took {FormatNumber(p99)} ms or less.",
            ]);
        }

        if (run.Queued > 0 || run.Dropped > 0)
        {
            yield return new Insight("!",
            [
                TextRun.FromImportantText("Queue"),
                $": {FormatCount(run.Queued ?? 0)} of {FormatCount(run.Planned ?? 0)} requests waited for a connection",
                $", and {FormatCount(run.Dropped ?? 0)} were never sent.",
            ]);
        }
    }
}
