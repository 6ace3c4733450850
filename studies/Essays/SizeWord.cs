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

    private static readonly string[] Numbers =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

    public static double? TryGetValue(string word) =>
        word.Split('-').Aggregate((double?)1, (product, part) => product * GetFactor(part.TrimEnd('s')));

    /// <summary>Whether a measured number, its inverse or a hundredth of it may be called so.</summary>
    public static bool Describes(string word, double measured) => TryGetValue(word) is { } value && measured > 0
        && new[] { measured, 1 / measured, measured / 100 }.Any(one => Math.Abs(Math.Log(one / value)) <= Tolerance);

    private static double? GetFactor(string part) => part switch
    {
        "half" => 1 / 2.0,
        "third" => 1 / 3.0,
        "quarter" => 1 / 4.0,
        "fifth" => 1 / 5.0,
        "tenth" => 1 / 10.0,
        "a" or "time" => 1,
        "twice" or "double" or "doubled" => 2,
        "twenty" => 20,
        "hundred" => 100,
        _ => Array.IndexOf(Numbers, part) is >= 0 and var index ? (double?)(index + 1) : null,
    };
}
