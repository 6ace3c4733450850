namespace Load.Diagnostics;

/// <summary>
/// A mistake as it is shown: a line for an option; for a file its place, its line and the one before it, and the cure.
/// </summary>
internal static class DiagnosticPrinter
{
    private const int LongestLine = 90;

    public static IEnumerable<string> LinesOf(Diagnostic mistake) => mistake.At switch
    {
        null => [mistake.Why.Message],
        { Line: null } at => [$"{at.Source} error {mistake.Why.Message}"],
        { } at => InFile(mistake, at, mistake.Why as ParseException),
    };

    private static IEnumerable<string> InFile(Diagnostic mistake, SourceSpan at, ParseException? wrong)
    {
        var heading = wrong is { What: null } ? $"{mistake.Name ?? "this"} cannot be {wrong.Found}" : wrong?.What ?? mistake.Why.Message;
        yield return $"{at.PlaceAt(mistake.Offset)} error {heading}";
        yield return "";
        foreach (var line in Snippet(at.Source, at.LineAt(mistake.Offset), at.ColumnAt(mistake.Offset), mistake.Length))
            yield return line;
        if (wrong?.Found is { } found)
            yield return $"  found     {found}";
        foreach (var (i, part) in Wrapped(wrong?.Expected ?? "").Index())
            yield return (i == 0 ? "  expected  " : "            ") + part;
        if (wrong?.Attempt is { } attempt)
            yield return $"  try       {(wrong.What is null && mistake.Name is { } name ? $"{name}: {attempt}" : attempt)}";
        yield return "";
    }

    private static IEnumerable<string> Snippet(string path, int line, int column, int length)
    {
        var first = Math.Max(1, line - 1);
        var lines = File.ReadLines(path).Skip(first - 1).Take(line - first + 1).Select(Cut).ToArray();
        for (var i = 0; i < lines.Length; i++)
            yield return $"  {first + i,4} │ {lines[i]}";
        var room = lines.Length <= line - first || column < 1 ? 0 : lines[^1].Length - column + 1;
        if (room > 0)
            yield return $"       │ {new string(' ', column - 1)}{new string('▔', Math.Clamp(length, 1, room))}";
    }

    private static IEnumerable<string> Wrapped(string text)
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

    private static string Cut(string line) => line.Length > LongestLine ? line[..LongestLine] : line;
}
