using Load.Results;
using Load.Results.Building;
using Load.Target;
using Load.Units;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Output.Words;

/// <summary>What there is to say beneath the headline.</summary>
/// <param name="Mark">Says of what kind it is.</param>
/// <param name="Phrases">The sentence.</param>
internal sealed record Insight(string Mark, IReadOnlyList<TextRun> Phrases);

/// <summary>Makes them from a result: of an invalid one the causes and the cures, never a finding.</summary>
internal static class Insights
{
    private const double WorthSaying = 1.1;

    public static IEnumerable<Insight> Create(Result result) => result switch
    {
        { Validity.State: RunValidity.Invalid } => Causes(result),
        { Kind: RunResultBuilder.Kind } => OfRun(result.Variants[0]),
        _ => [.. CutShort(result), .. Verdicts(result), .. Cpu(result), .. Failures(result)],
    };

    private static IEnumerable<Insight> Causes(Result result)
    {
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
        {
            var cure = check.Cure is { } found ? $": {found}" : "";
            yield return new Insight("✗", [TextRun.Strong($"{check.Label}: {check.Value}"), $", the limit is {check.Limit}{cure}."]);
        }

        var withheld = result.Kind == RunResultBuilder.Kind ? "" : "Verdicts are withheld. ";
        yield return new Insight("→", [$"{withheld}Run it again: ", TextRun.Code(result.Repeat)]);
    }

    private static IEnumerable<Insight> CutShort(Result result)
    {
        if (result.Validity.State == RunValidity.CutShort)
            yield return new Insight("◐", [TextRun.Strong("Cut short"), $" after round {result.Method.Pairs} of {result.Plan.Rounds}."]);
    }

    private static IEnumerable<Insight> Verdicts(Result result)
    {
        var finding = new MainFinding(result);
        var verdicts = finding.Ordered().Where(variant => finding.RatioFor(variant) is not null).GroupBy(variant => finding.RatioFor(variant)!.Verdict);
        foreach (var verdict in verdicts)
        {
            var (mark, word) = (VerdictLabels.Marked(verdict.Key)[..1], verdict.Key == VerdictLabels.NoDifference ? "with no difference" : verdict.Key);
            yield return new Insight(mark, [TextRun.Strong($"{verdict.Count()} {word}"), ": ", .. verdict.SelectMany(Ratio), "."]);

            IEnumerable<TextRun> Ratio(VariantResult variant, int place)
            {
                var ratio = finding.RatioFor(variant)!;
                yield return place == 0 ? "" : ", ";
                yield return TextRun.Variant(variant.Name);
                yield return $" {SignificantDigits.FormatRatio(ratio.Value)}";
                if (ratio is { Lo: { } lo, Hi: { } hi })
                    yield return TextRun.Quiet($" {VerdictLabels.Between(new(lo, hi))}");
            }
        }
    }

    private static IEnumerable<Insight> Cpu(Result result)
    {
        var costs = result.Variants
            .Select(variant => (variant.Name, Cpu: variant.Processes.GetValueOrDefault(MonitoredProcess.Target)?.CpuMs))
            .Where(cost => cost.Cpu > 0)
            .OrderBy(cost => cost.Cpu)
            .ToArray();
        if (costs is not [var (cheap, least), .., var (dear, most)] || most < WorthSaying * least)
            yield break;
        yield return new Insight("→",
        [
            TextRun.Strong("CPU"), $": a request costs the target {FormatNumber(least)} ms with ", TextRun.Variant(cheap),
            $", {FormatNumber(most)} ms with ", TextRun.Variant(dear), $": {SignificantDigits.FormatRatio(most!.Value / least!.Value)} times as much.",
        ]);
    }

    private static IEnumerable<Insight> Failures(Result result) => result.Variants
        .Where(variant => variant.Errors > 0)
        .Select(variant => new Insight("!",
        [
            TextRun.Strong("Errors"), ": ", TextRun.Variant(variant.Name), $" {FormatCount(variant.Errors)} of {FormatCount(variant.Requests)} requests.",
        ]));

    private static IEnumerable<Insight> OfRun(VariantResult run)
    {
        if (run.Latency is { P50: { } half, P99: { } most })
        {
            yield return new Insight(
                "→", [TextRun.Strong("Latency"), $": half of the requests took {FormatNumber(half)} ms or less, 99 % {FormatNumber(most)} ms or less."]);
        }

        if (run.Bursts is [var first, .., var last])
        {
            yield return new Insight("→",
            [
                TextRun.Strong("Bursts"), $": {FormatCount(first.Requests)} at once took {FormatNumber(first.DurationS)} s, "
                    + $"{FormatCount(last.Requests)} took {FormatNumber(last.DurationS)} s.",
            ]);
        }

        if (run.Queued > 0 || run.Dropped > 0)
        {
            yield return new Insight("!",
            [
                TextRun.Strong("Waiting"), $": {FormatCount(run.Queued ?? 0)} of {FormatCount(run.Planned ?? 0)} requests waited for a connection, "
                    + $"{FormatCount(run.Dropped ?? 0)} were never sent.",
            ]);
        }
    }
}
