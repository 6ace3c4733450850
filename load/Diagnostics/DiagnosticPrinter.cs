namespace Load.Diagnostics;

/// <summary>
/// A mistake as it is shown: a line for an option; for a file its place, its line and the one before it, and the cure.
/// </summary>
internal static class DiagnosticPrinter
{
    private const int LongestLine = 90;

    public static IEnumerable<string> FormatLines(Diagnostic diagnostic) => diagnostic.Span switch
    {
        null => [diagnostic.Error.Message],
        { Line: null } at => [$"{at.Source} error {diagnostic.Error.Message}"],
        { } at => FormatInFile(diagnostic, at, diagnostic.Error as ParseException),
    };

    private static IEnumerable<string> FormatInFile(Diagnostic diagnostic, SourceSpan at, ParseException? wrong)
    {
        var heading = wrong is { Problem: null } ? $"{diagnostic.ValueName ?? "this"} cannot be {wrong.Found}" : wrong?.Problem ?? diagnostic.Error.Message;
        yield return $"{at.GetLocation(diagnostic.Offset)} error {heading}";
        yield return "";
        foreach (var line in GetSnippet(at.Source, at.GetLine(diagnostic.Offset), at.GetColumn(diagnostic.Offset), diagnostic.Length))
            yield return line;
        if (wrong?.Found is { } found)
            yield return $"  found     {found}";
        foreach (var (i, part) in Wrap(wrong?.Expected ?? "").Index())
            yield return (i == 0 ? "  expected  " : "            ") + part;
        if (wrong?.Suggestion is { } suggestion)
            yield return $"  try       {(wrong.Problem is null && diagnostic.ValueName is { } name ? $"{name}: {suggestion}" : suggestion)}";
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
        for (; text.Length > LongestLine; text = text[1..])
        {
            var end = text.LastIndexOf(' ', LongestLine);
            if (end <= 0)
                break;
            yield return text[..end];
            text = text[end..];
        }

        if (text.Length > 0)
            yield return text;
    }

    private static string Truncate(string line) => line.Length > LongestLine ? line[..LongestLine] : line;
}
