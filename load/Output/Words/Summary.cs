using Load.Results;
using Load.Results.Building;
using Load.Units;
using Load.Validity;

namespace Load.Output.Words;

/// <summary>The finding as a sentence: of a comparison from the largest and the smallest ratio that differ.</summary>
internal static class Summary
{
    private static readonly string[] Fractions =
    [
        "half", "one third", "one quarter", "one fifth", "one sixth", "one seventh", "one eighth", "one ninth",
        "one tenth", "one eleventh", "one twelfth", "one thirteenth", "one fourteenth", "one fifteenth", "one sixteenth",
        "one seventeenth", "one eighteenth", "one nineteenth", "one twentieth",
    ];

    /// <returns>One sentence; a second clause stands on a line of its own.</returns>
    public static string Format(Result result) => string.Concat(Phrases(result).Select(phrase => phrase.Text));

    /// <summary>The same in pieces.</summary>
    public static IReadOnlyList<TextRun> Phrases(Result result) => result switch
    {
        { Validity.State: RunValidity.Invalid } => ["Do not quote these figures."],
        { Kind: RunResultBuilder.Kind } => OfRun(result.Variants[0]),
        _ => OfComparison(result),
    };

    // Of bursts a rate says nothing: between them it waits.
    private static TextRun[] OfRun(VariantResult run)
    {
        var what = $"{SignificantDigits.FormatCount(run.Errors)} errors in {SignificantDigits.FormatCount(run.Requests)} requests";
        return run.Bursts is { Count: > 0 } bursts && run.Phases is null
            ? [what, ", sent in ", TextRun.Amount($"bursts of {bursts.Min(burst => burst.Requests)} to {bursts.Max(burst => burst.Requests)}"), "."]
            : [TextRun.Amount($"{SignificantDigits.FormatNumber(run.Throughput.Median)} requests/s"), $", {what}."];
    }

    private static TextRun[] OfComparison(Result result)
    {
        var finding = new MainFinding(result);
        var (verb, what) = finding.IsOfCpu ? ("takes", "CPU") : ("serves", "requests");
        var differ = result.Variants
            .Where(variant => finding.RatioFor(variant)?.Verdict is not (null or VerdictLabels.NoDifference))
            .OrderByDescending(variant => finding.RatioFor(variant)!.Value)
            .ToArray();
        return differ switch
        {
            [] => [Nothing(result, finding)],
            [var only] => [.. Against(only), "."],
            [var most, .., var least] =>
                [.. Against(most), ";\n", TextRun.Variant(least.Name), $" {verb} ", TextRun.Amount(Amount(least)), "."],
        };

        TextRun[] Against(VariantResult variant) =>
        [
            TextRun.Variant(variant.Name), $" {verb} ", TextRun.Amount(Amount(variant)),
            $" {what} {(finding.RatioFor(variant)!.Value is >= 0.55 and < 1.95 ? "than" : "as")} ", TextRun.Variant(result.Baseline),
        ];

        string Amount(VariantResult variant) => finding.IsOfCpu
            ? AmountOfCpu(finding.RatioFor(variant)!.Value)
            : Summary.Amount(finding.RatioFor(variant)!.Value);
    }

    private static string Nothing(Result result, MainFinding finding)
    {
        var ratios = result.Variants.Select(finding.RatioFor).OfType<RatioResult>().ToArray();
        return ratios.Length > 0 && ratios.All(ratio => ratio.Lo <= 1 && ratio.Hi >= 1)
            ? $"No difference found between {result.Variants.Count} variants: every interval holds 1."
            : $"No difference between {result.Variants.Count} variants is sure at 99 % and of 2 % or more.";
    }

    /// <summary>"12 % more", "3.00 times as many", "one third as many".</summary>
    public static string Amount(double ratio) => ratio switch
    {
        >= 1.95 => $"{SignificantDigits.FormatRatio(ratio)} times as many",
        > 1 => $"{(ratio - 1) * 100:0} % more",
        >= 0.55 => $"{(1 - ratio) * 100:0} % fewer",
        _ => $"{Fraction(ratio)} as many",
    };

    /// <summary>What is not counted is much, and less.</summary>
    public static string AmountOfCpu(double ratio) => Amount(ratio)
        .Replace("many", "much", StringComparison.Ordinal)
        .Replace("fewer", "less", StringComparison.Ordinal);

    private static string Fraction(double ratio)
    {
        var parts = (int)Math.Round(1 / ratio);
        return parts - 2 < Fractions.Length ? Fractions[parts - 2] : $"1/{parts}";
    }
}
