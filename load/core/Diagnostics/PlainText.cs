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

    public static string ReplaceControlsExceptLineFeeds(string text) =>
        !text.Any(char.IsControl) ? text : string.Concat(text.Select(ReplaceControlsExceptLineFeeds));

    public static char ReplaceControlsExceptLineFeeds(char c) => c switch
    {
        '\n' => c,
        '\t' => ' ',
        _ => char.IsControl(c) ? ReplacementCharacter : c,
    };
}
