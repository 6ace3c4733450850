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

        var differ = result.Variants
            .Where(variant => variant.Ratio?.Verdict is Words.Faster or Words.Slower)
            .OrderByDescending(variant => variant.Ratio!.Value)
            .ToArray();
        return differ switch
        {
            [] => Nothing(result),
            [var only] => $"{only.Name} serves {Amount(only, "requests ")} {result.Baseline}.",
            [var most, .., var least] =>
                $"{most.Name} serves {Amount(most, "requests ")} {result.Baseline};\n"
                + $"{least.Name} serves {Amount(least)}.",
        };
    }

    private static string Nothing(Result result)
    {
        var ratios = result.Variants.Select(variant => variant.Ratio).OfType<RatioResult>().ToArray();
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

    // "12 % more requests than", or at the end of the sentence "12 % more".
    private static string Amount(VariantResult variant, string? of = null)
    {
        var ratio = variant.Ratio!.Value;
        var link = ratio is >= 0.55 and < 1.95 ? "than" : "as";
        return of is null ? Amount(ratio) : $"{Amount(ratio)} {of}{link}";
    }

    private static string Fraction(double ratio)
    {
        var parts = (int)Math.Round(1 / ratio);
        return parts - 2 < Fractions.Length ? Fractions[parts - 2] : $"1/{parts}";
    }
}
