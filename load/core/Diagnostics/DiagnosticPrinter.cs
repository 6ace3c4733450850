namespace TwoTier.Load.Diagnostics;

/// <summary>
/// Formats errors for the terminal. An error in an option takes one line. An error in a file takes several: the
/// location, the wrong line and the one before it, what was found, what is expected, and what to try.
/// </summary>
internal static class DiagnosticPrinter
{
    private const int MaxLineLength = 90;

    public static IEnumerable<string> FormatLines(ParseException error) => error.Span switch
    {
        null => [error.Message],
        { Line: null } option => [$"{option.Source}: error: {error.Message}"],
        { } span => FormatInFile(error, span),
    };

    private static IEnumerable<string> FormatInFile(ParseException error, SourceSpan span)
    {
        var name = error.ValueName;
        var heading = error.Problem ?? $"{name ?? "the value"} cannot be {error.FoundText}";
        yield return $"{span.GetLocation(error.Offset)}: error: {heading}";
        yield return "";
        var (line, column) = (span.GetLine(error.Offset), span.GetColumn(error.Offset));
        foreach (var text in GetSnippet(span.Source, line, column, error.Length))
            yield return text;
        if (error.FoundText is { } found)
            yield return $"  found     {found}";
        foreach (var (i, part) in Wrap(error.Expected ?? "").Index())
            yield return (i == 0 ? "  expected  " : "            ") + part;
        if (error.Suggestion is { } suggestion)
            yield return "  try       " + (error.Problem is null && name is not null ? $"{name}: " : "") + suggestion;
        yield return "";
    }

    private static IEnumerable<string> GetSnippet(string path, int line, int column, int length)
    {
        var first = Math.Max(1, line - 1);
        var lines = File.ReadLines(path).Skip(first - 1).Take(line - first + 1).Select(Truncate).ToArray();
        for (var i = 0; i < lines.Length; i++)
            yield return $"  {first + i,4} │ {lines[i]}";
        var room = lines.Length <= line - first || column < 1 ? 0 : lines[^1].Length - column + 1;
        if (room > 0)
            yield return $"       │ {new string(' ', column - 1)}{new string('▔', Math.Clamp(length, 1, room))}";
    }

    private static IEnumerable<string> Wrap(string text)
    {
        for (; text.Length > MaxLineLength; text = text[1..])
        {
            var end = text.LastIndexOf(' ', MaxLineLength);
            if (end <= 0)
                break;
            yield return text[..end];
            text = text[end..];
        }

        if (text.Length > 0)
            yield return text;
    }

    private static string Truncate(string line) => line.Length > MaxLineLength ? line[..MaxLineLength] : line;
}
