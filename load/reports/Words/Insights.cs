namespace TwoTier.Load.Reports.Words;

/// <summary>
/// Creates the sentences below the summary of a result. For an invalid result, they state causes and cures instead of
/// findings.
/// </summary>
internal static class Insights
{
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
        foreach (var (label, text) in new ComparisonWords(result).DescribeConsequences())
            yield return Insight.Create("→", $"{label:strong}: {text}");
        foreach (var variant in result.Variants.Where(variant => variant.Errors > 0))
        {
            var share = $"{FormatCount(variant.Errors)} of {FormatCount(variant.Requests)}";
            yield return Insight.Create("!", $"{"Errors":strong}: {variant.Name:variant} failed in {share} requests.");
        }
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
