using System.Text;
using Load.Config;
using Load.Http;
using Load.Terminal;
using Spectre.Console;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>
/// One request and its reply, marked &gt; and &lt; as curl does; values in place of parameters are underlined.
/// </summary>
internal sealed class DryRunView(PlannedRequest planned, DryRunOptions options, ConsoleView sheet, int width)
{
    private const int Lines = 10;

    public ConsoleView Content => sheet;

    /// <param name="number">From 1.</param>
    /// <param name="all">How many there are.</param>
    /// <param name="isOfMix">It has a name and a weight.</param>
    public void Request(int number, int all, bool isOfMix)
    {
        var (kind, request, values) = (planned.Kind, planned.Template, planned.Values);
        sheet.Line()
            .Line(isOfMix ? $"{kind.Name}, {number} of {all}, weight {kind.Weight}" : $"request {number} of {all}", ConsoleStyles.Dim)
            .Add("> ", ConsoleStyles.Dim).Add($"{request.Method} ");
        Show(planned.Url.GetSegments(values), "").Line($" HTTP/{kind.Parts.HttpVersion.ToString(kind.Parts.HttpVersion.Minor == 0 ? 1 : 2)}");
        foreach (var (part, value) in options.HasHeaders ? request.Headers : [])
        {
            sheet.Add("> ", ConsoleStyles.Dim).Add($"{part.Name}: ");
            Show(value.GetSegments(values), "").Line();
        }

        if (request.Body is { } body)
            Show(Cut(body.GetSegments(values)), "> ").Line();
    }

    /// <summary>Whether it was as expected.</summary>
    public bool Reply(HttpResponseMessage response, byte[] body, double ms)
    {
        var checks = planned.Kind.Expectations.Evaluate((int)response.StatusCode, body).ToArray();
        var isExpected = checks.All(check => check.Passed);
        var (mark, tint) = isExpected ? ("", ConsoleStyles.Good) : ("✗ ", ConsoleStyles.Bad);
        sheet.Add("< ", ConsoleStyles.Dim)
            .Add($"{mark}{(int)response.StatusCode} {response.ReasonPhrase}", tint)
            .Line($"   {FormatNumber(ms)} ms, {FormatCount(body.Length)} bytes");
        foreach (var header in options.HasHeaders ? response.Headers.Concat(response.Content.Headers) : [])
            sheet.Add("< ", ConsoleStyles.Dim).Line(Harmless($"{header.Key}: {string.Join(", ", header.Value)}"));
        if (body.Length > 0)
            Show(Cut([(Encoding.UTF8.GetString(body), false)]), "  ").Line();

        foreach (var (passed, text) in checks)
            sheet.Add($"  {(passed ? "✓" : "✗")} {text}", passed ? ConsoleStyles.Good : ConsoleStyles.Bad);
        sheet.Line();
        return isExpected;
    }

    public void NoReply(TransportError kind, Uri uri) => sheet
        .Add("< ", ConsoleStyles.Dim).Line($"✗ {kind.GetName()}", ConsoleStyles.Bad)
        .Add("  try  ").Line($"curl -i '{uri}'", ConsoleStyles.Strong);

    // Each line after the mark; the parts may hold several lines.
    private ConsoleView Show(IEnumerable<(string Text, bool IsValue)> parts, string mark)
    {
        sheet.Add(mark, ConsoleStyles.Dim);
        foreach (var (text, isValue) in parts)
        {
            var lines = text.ReplaceLineEndings("\n").Split('\n');
            for (var i = 0; i < lines.Length; i++)
            {
                if (i > 0)
                    sheet.Line().Add(mark, ConsoleStyles.Dim);
                sheet.Add(Harmless(lines[i]), isValue ? ConsoleStyles.Placed : Style.Plain);
            }
        }

        return sheet;
    }

    private IEnumerable<(string Text, bool IsValue)> Cut(IEnumerable<(string Text, bool IsValue)> parts)
    {
        var (line, column) = (0, 0);
        foreach (var (text, isValue) in parts)
        {
            var kept = new StringBuilder();
            foreach (var c in text)
            {
                (line, column) = c == '\n' ? (line + 1, 0) : (line, column + 1);
                if (!options.HasWholeBodies && line == Lines && column == 0)
                    kept.Append("\n…");
                else if (options.HasWholeBodies || (line < Lines && column < width - 3))
                    kept.Append(c);
                else if (line < Lines && column == width - 3)
                    kept.Append('…');
            }

            yield return (kept.ToString(), isValue);
        }
    }

    // What came may be anything, and a terminal obeys control characters.
    private static string Harmless(string text) => text.Any(char.IsControl)
        ? string.Concat(text.Select(c => c == '\t' ? ' ' : char.IsControl(c) ? '·' : c))
        : text;
}
