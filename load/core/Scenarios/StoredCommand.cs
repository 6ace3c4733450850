namespace TwoTier.Load.Scenarios;

/// <summary>
/// Formats commands for results. Any word of them may be secret, so that only those stand in results that cannot be.
/// </summary>
internal static partial class StoredCommand
{
    private const int HashLength = 6;
    private static readonly SearchValues<char> CharactersToQuote = SearchValues.Create(" '\"{}[]()&?*;|<>$\\`!#~\n\t");

    /// <summary>Formats the command that repeats a measurement: its program, and what that does.</summary>
    public static string FormatRepeat(string command) => OwnCommand().Match(command) is { Success: true } own
        ? own.Value + (own.Length < command.Length ? $" {UrlText.Hidden}" : "")
        : Describe(command, ".");

    /// <summary>
    /// Names the program of a command, and those of its words that are files, with a hash that differs from that of any
    /// other command.
    /// </summary>
    public static string Describe(string command, string folder)
    {
        string[] words = [.. Word().Matches(command).Select(word => word.Value.Trim('\'', '"'))];
        var program = Array.FindIndex(words, word => word is not "env" && (IsFile(word) || IsOnPath(word)));
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(command)))[..HashLength];
        return string.Join(' ', [.. words.Where((word, i) => i == program || IsFile(word)).Select(Quote), $"({hash})"]);

        bool IsFile(string word) => File.Exists(Path.Combine(folder, word));
    }

    /// <summary>Formats an argument.</summary>
    public static string FormatTarget(string word) =>
        IsUrl(word) ? UrlText.HideValues(word)
        : Path.Exists(word) || word.StartsWith("git:", StringComparison.Ordinal)
            || word.StartsWith("image:", StringComparison.Ordinal) ? word
        : Describe(word, ".");

    public static bool IsUrl(string word) =>
        word.StartsWith("http://", StringComparison.Ordinal) || word.StartsWith("https://", StringComparison.Ordinal);

    private static bool IsOnPath(string word) => !word.Contains('=', StringComparison.Ordinal)
        && Environment.GetEnvironmentVariable("PATH")?.Split(Path.PathSeparator).Any(folder =>
            File.Exists(Path.Combine(folder, word)) || File.Exists(Path.Combine(folder, $"{word}.exe"))) is true;

    /// <summary>Formats a word as it would be typed in a shell.</summary>
    public static string Quote(string word) => word.Length > 0 && !word.AsSpan().ContainsAny(CharactersToQuote)
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    // What stands in quotes belongs to the word around it.
    [GeneratedRegex("""('[^']*'|"([^"\\]|\\.)*"|\\.|[^\s'"\\])+""", RegexOptions.ExplicitCapture)]
    private static partial Regex Word();

    // As in make demo.
    [GeneratedRegex("^(make|load) [a-z-]+(?= |$)", RegexOptions.ExplicitCapture)]
    private static partial Regex OwnCommand();
}
