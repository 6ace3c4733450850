using Load.Reporting.Model;

namespace Load.Reporting;

/// <summary>The finding as a sentence, from the largest and the smallest ratio that differ.</summary>
internal static class Headline
{
    private static readonly string[] Fractions =
    [
        "half", "one third", "one quarter", "one fifth", "one sixth", "one seventh", "one eighth", "one ninth",
        "one tenth", "one eleventh", "one twelfth", "one thirteenth", "one fourteenth", "one fifteenth", "one sixteenth",
        "one seventeenth", "one eighteenth", "one nineteenth", "one twentieth",
    ];

    /// <returns>One sentence; a second clause stands on a line of its own.</returns>
    public static string Of(Result result)
    {
        if (result.Validity.State == Validity.Invalid)
            return "Do not quote these figures.";

        var finding = new Finding(result);
        var (verb, what) = finding.IsOfCpu ? ("takes", "CPU") : ("serves", "requests");
        var differ = result.Variants
            .Where(variant => finding.Of(variant)?.Verdict is not (null or Words.NoDifference))
            .OrderByDescending(variant => finding.Of(variant)!.Value)
            .ToArray();
        return differ switch
        {
            [] => Nothing(result, finding),
            [var only] => $"{only.Name} {verb} {Amount(only, what)} {result.Baseline}.",
            [var most, .., var least] =>
                $"{most.Name} {verb} {Amount(most, what)} {result.Baseline};\n{least.Name} {verb} {Amount(least)}.",
        };

        string Amount(VariantResult variant, string? of = null)
        {
            var ratio = finding.Of(variant)!.Value;
            var amount = finding.IsOfCpu ? AmountOfCpu(ratio) : Headline.Amount(ratio);
            return of is null ? amount : $"{amount} {of} {(ratio is >= 0.55 and < 1.95 ? "than" : "as")}";
        }
    }

    private static string Nothing(Result result, Finding finding)
    {
        var ratios = result.Variants.Select(finding.Of).OfType<RatioResult>().ToArray();
        return ratios.Length > 0 && ratios.All(ratio => ratio.Lo <= 1 && ratio.Hi >= 1)
            ? $"No difference found between {result.Variants.Count} variants: every interval holds 1."
            : $"No difference of 2 % or more found between {result.Variants.Count} variants.";
    }

    /// <summary>"12 % more", "3.00 times as many", "one third as many".</summary>
    public static string Amount(double ratio) => ratio switch
    {
        >= 1.95 => $"{Figures.Ratio(ratio)} times as many",
        > 1 => $"{(ratio - 1) * 100:0} % more",
        >= 0.55 => $"{(1 - ratio) * 100:0} % fewer",
        _ => $"{Fraction(ratio)} as many",
    };

    // What is not counted is much, and less.
    private static string AmountOfCpu(double ratio) => Amount(ratio)
        .Replace("many", "much", StringComparison.Ordinal)
        .Replace("fewer", "less", StringComparison.Ordinal);

    private static string Fraction(double ratio)
    {
        var parts = (int)Math.Round(1 / ratio);
        return parts - 2 < Fractions.Length ? Fractions[parts - 2] : $"1/{parts}";
    }
}
