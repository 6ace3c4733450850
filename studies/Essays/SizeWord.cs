namespace Studies.Essays;

/// <summary>
/// A word that says how large something is, such as half, twice or two thirds. In the list of figures, several words
/// are written with hyphens: two-thirds, ten-times.
/// </summary>
internal static class SizeWord
{
    /// <summary>What the word leaves open: a half may be 0.44 to 0.57 of the measured value.</summary>
    private const double Tolerance = 0.13;

    public const string Pattern =
        @"\b(((one|two|three|four|nine)[ -])?(thirds?|quarters?|fifths?|tenths?)|half|twice|doubled?|doubles"
        + @"|(two|three|four|five|six|seven|eight|nine|ten|twenty|a hundred) times)\b";

    private static readonly Dictionary<string, double> Values = new()
    {
        ["half"] = 1 / 2.0,
        ["third"] = 1 / 3.0,
        ["quarter"] = 1 / 4.0,
        ["fifth"] = 1 / 5.0,
        ["tenth"] = 1 / 10.0,
        ["twice"] = 2,
        ["double"] = 2,
        ["doubled"] = 2,
        ["doubles"] = 2,
        ["times"] = 1,
        ["a"] = 1,
        ["one"] = 1,
        ["two"] = 2,
        ["three"] = 3,
        ["four"] = 4,
        ["five"] = 5,
        ["six"] = 6,
        ["seven"] = 7,
        ["eight"] = 8,
        ["nine"] = 9,
        ["ten"] = 10,
        ["twenty"] = 20,
        ["hundred"] = 100,
    };

    public static string Normalize(string word) => word.ToLowerInvariant().Replace(' ', '-');

    public static double? TryGetValue(string word)
    {
        var value = 1.0;
        foreach (var part in word.Split('-'))
        {
            if (!Values.TryGetValue(part, out var factor) && !Values.TryGetValue(part.TrimEnd('s'), out factor))
                return null;
            value *= factor;
        }

        return value;
    }

    /// <summary>Whether a measured number, its inverse or a hundredth of it may be called so.</summary>
    public static bool Describes(string word, double measured) => TryGetValue(word) is { } value && measured > 0
        && new[] { measured, 1 / measured, measured / 100 }.Any(one => Math.Abs(Math.Log(one / value)) <= Tolerance);
}
