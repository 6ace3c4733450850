using Load.Checking;
using Load.Reporting.Model;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>What there is to say beneath the headline.</summary>
/// <param name="Mark">Says of what kind it is.</param>
/// <param name="Phrases">The sentence.</param>
internal sealed record Point(string Mark, IReadOnlyList<Phrase> Phrases);

/// <summary>Makes them from a result: of an invalid one the causes and the cures, never a finding.</summary>
internal static class Points
{
    private const double WorthSaying = 1.1;

    public static IEnumerable<Point> Of(Result result) => result switch
    {
        { Validity.State: Validity.Invalid } => Causes(result),
        { Kind: RunReport.Kind } => OfRun(result.Variants[0]),
        _ => [.. CutShort(result), .. Verdicts(result), .. Cpu(result), .. Failures(result)],
    };

    private static IEnumerable<Point> Causes(Result result)
    {
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
        {
            var cure = check.Cure is { } found ? $": {found}" : "";
            yield return new Point("✗", [Phrase.Strong($"{check.Label}: {check.Value}"), $", the limit is {check.Limit}{cure}."]);
        }

        var withheld = result.Kind == RunReport.Kind ? "" : "Verdicts are withheld. ";
        yield return new Point("→", [$"{withheld}Run it again: ", Phrase.Code(result.Repeat)]);
    }

    private static IEnumerable<Point> CutShort(Result result)
    {
        if (result.Validity.State == Validity.CutShort)
            yield return new Point("◐", [Phrase.Strong("Cut short"), $" after round {result.Method.Pairs} of {result.Plan.Rounds}."]);
    }

    private static IEnumerable<Point> Verdicts(Result result)
    {
        var finding = new Finding(result);
        var verdicts = finding.Ordered().Where(variant => finding.Of(variant) is not null).GroupBy(variant => finding.Of(variant)!.Verdict);
        foreach (var verdict in verdicts)
        {
            var (mark, word) = (Words.Marked(verdict.Key)[..1], verdict.Key == Words.NoDifference ? "with no difference" : verdict.Key);
            yield return new Point(mark, [Phrase.Strong($"{verdict.Count()} {word}"), ": ", .. verdict.SelectMany(Ratio), "."]);

            IEnumerable<Phrase> Ratio(VariantResult variant, int place)
            {
                var ratio = finding.Of(variant)!;
                yield return place == 0 ? "" : ", ";
                yield return Phrase.Variant(variant.Name);
                yield return $" {Figures.Ratio(ratio.Value)}";
                if (ratio is { Lo: { } lo, Hi: { } hi })
                    yield return Phrase.Quiet($" {Words.Between(new(lo, hi))}");
            }
        }
    }

    private static IEnumerable<Point> Cpu(Result result)
    {
        var costs = result.Variants
            .Select(variant => (variant.Name, Cpu: variant.Tiers.GetValueOrDefault(Tier.FrontEnd)?.CpuMs))
            .Where(cost => cost.Cpu > 0)
            .OrderBy(cost => cost.Cpu)
            .ToArray();
        if (costs is not [var (cheap, least), .., var (dear, most)] || most < WorthSaying * least)
            yield break;
        yield return new Point("→",
        [
            Phrase.Strong("CPU"), $": a request costs the front-end {Figure(least)} ms with ", Phrase.Variant(cheap),
            $", {Figure(most)} ms with ", Phrase.Variant(dear), $": {Figures.Ratio(most!.Value / least!.Value)} times as much.",
        ]);
    }

    private static IEnumerable<Point> Failures(Result result) => result.Variants
        .Where(variant => variant.Errors > 0)
        .Select(variant => new Point("!",
        [
            Phrase.Strong("Errors"), ": ", Phrase.Variant(variant.Name), $" {Count(variant.Errors)} of {Count(variant.Requests)} requests.",
        ]));

    private static IEnumerable<Point> OfRun(VariantResult run)
    {
        if (run.Latency is { P50: { } half, P99: { } most })
        {
            yield return new Point(
                "→", [Phrase.Strong("Latency"), $": half of the requests took {Figure(half)} ms or less, 99 % {Figure(most)} ms or less."]);
        }

        if (run.Bursts is [var first, .., var last])
        {
            yield return new Point("→",
            [
                Phrase.Strong("Bursts"), $": {Count(first.Requests)} at once took {Figure(first.DurationS)} s, "
                    + $"{Count(last.Requests)} took {Figure(last.DurationS)} s.",
            ]);
        }

        if (run.Queued > 0 || run.Dropped > 0)
        {
            yield return new Point("!",
            [
                Phrase.Strong("Waiting"), $": {Count(run.Queued ?? 0)} of {Count(run.Planned ?? 0)} requests waited for a connection, "
                    + $"{Count(run.Dropped ?? 0)} were never sent.",
            ]);
        }
    }
}
