using System.Text.RegularExpressions;

namespace BackendApi.Tests;

internal static partial class PlainSentences
{
    /// <summary>
    /// Returns whether a text is whole sentences of unaccented letters, which no JSON encoder escapes.
    /// </summary>
    public static bool Match(string? text) => text is not null && SentencesPattern().IsMatch(text);

    [GeneratedRegex(@"^[A-Z][a-z]*( [a-z]+)+\.( [A-Z][a-z]*( [a-z]+)+\.)*\z")]
    private static partial Regex SentencesPattern();
}
