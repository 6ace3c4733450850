using System.Buffers;

namespace TwoTier.Load.Diagnostics;

/// <summary>
/// Makes text from servers and files safe to print: a terminal would obey control characters, and a table would break
/// at line breaks.
/// </summary>
internal static class PlainText
{
    private const char ReplacementCharacter = '·';
    private static readonly SearchValues<char> AllControlCharacters = SearchValues.Create(
        [.. Enumerable.Range(0, char.MaxValue).Select(code => (char)code).Where(char.IsControl)]);

    private static readonly SearchValues<char> ControlsExceptLineFeeds = SearchValues.Create(
        [.. Enumerable.Range(0, char.MaxValue).Select(code => (char)code).Where(c => char.IsControl(c) && c != '\n')]);

    /// <summary>Replaces control characters, so that the text stays on one line.</summary>
    public static string ReplaceControlsAndLineFeeds(string text) => Replace(text, AllControlCharacters);

    /// <summary>Replaces control characters other than line feeds.</summary>
    public static string ReplaceControlsExceptLineFeeds(string text) => Replace(text, ControlsExceptLineFeeds);

    /// <summary>
    /// Returns the character, or its replacement if it is a control character other than a line feed.
    /// </summary>
    public static char ReplaceControlsExceptLineFeeds(char c) =>
        char.IsControl(c) && c != '\n' ? ReplacementCharacter : c;

    private static string Replace(string text, SearchValues<char> controls) =>
        !text.AsSpan().ContainsAny(controls)
            ? text
            : string.Concat(text.Select(c =>
                !controls.Contains(c) ? c : c is '\t' or '\n' ? ' ' : ReplacementCharacter));
}
