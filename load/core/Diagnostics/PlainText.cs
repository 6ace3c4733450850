namespace TwoTier.Load.Diagnostics;

/// <summary>
/// Makes text from servers and files safe to print: a terminal would obey control characters, and a table would break
/// at line breaks.
/// </summary>
internal static class PlainText
{
    private const char ReplacementCharacter = '·';

    public static string ReplaceControlsAndLineFeeds(string text) => !text.Any(char.IsControl)
        ? text
        : ReplaceControlsExceptLineFeeds(text).Replace('\n', ' ');

    public static string ReplaceControlsExceptLineFeeds(string text) => !text.Any(char.IsControl)
        ? text
        : string.Concat(text.Select(c => c is '\t' ? ' ' : ReplaceControlsExceptLineFeeds(c)));

    public static char ReplaceControlsExceptLineFeeds(char c) =>
        char.IsControl(c) && c != '\n' ? ReplacementCharacter : c;
}
