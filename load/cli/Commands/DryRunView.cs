using System.Text;
using Spectre.Console;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Draws a request and its response for <c>load dry-run</c>, with the lines marked &gt; and &lt; as curl does. The
/// values that were substituted for parameters are underlined.
/// </summary>
internal sealed class DryRunView(
    PlannedRequest planned, bool isFull, Redactor redactor, ConsoleView console, int width)
{
    private const int MaxBodyLines = 10;

    /// <summary>The lines of the request and the response that have been drawn so far.</summary>
    public ConsoleView Content => console;

    /// <summary>Draws the request.</summary>
    public void DrawRequest(string? variant, int number, int count, bool isOfMix)
    {
        var (kind, request, values) = (planned.Kind, planned.Template, planned.Values);
        var version = kind.Parts.HttpVersion.ToString(kind.Parts.HttpVersion.Minor == 0 ? 1 : 2);
        var heading = (variant is null ? "" : $"{variant}: ") + (isOfMix
            ? $"{kind.Name}, {number} of {count}, weight {kind.Weight}"
            : $"request {number} of {count}");
        console.AddLine().AddLine(heading, ConsoleStyles.Dimmed)
            .Add("> ", ConsoleStyles.Dimmed).Add($"{request.Method} ");
        DrawRedacted(planned.Url.GetSegments(values), redactor.RedactUrl).AddLine($" HTTP/{version}");
        foreach (var (part, value) in isFull ? request.Headers : [])
        {
            console.Add("> ", ConsoleStyles.Dimmed).Add($"{part.Name}: ");
            DrawRedacted(value.GetSegments(values), text => redactor.RedactHeader(part.Name, text)).AddLine();
        }

        if (request.Body is { } body)
            DrawSegments(ShortenBody(Redact(body.GetSegments(values), redactor.RedactBody)), "> ").AddLine();
    }

    /// <summary>Draws the response, and whether its status and its body passed each check.</summary>
    public bool DrawResponse(ProbeResult response, double ms)
    {
        var (status, body) = (response.Status, response.Body);
        var checks = planned.Kind.Expectations.Evaluate(status, body).ToArray();
        var isExpected = checks.All(check => check.Passed);
        var (mark, style) = isExpected ? ("", ConsoleStyles.PassedCheck) : ("✗ ", ConsoleStyles.FailedCheck);
        var reason = response.Head[0].Split(' ', 3) is [_, _, var text] ? text : "";
        console.Add("< ", ConsoleStyles.Dimmed)
            .Add(ReplaceControlCharacters($"{mark}{status} {reason}"), style)
            .AddLine($"   {FormatNumber(ms)} ms, {FormatCount(body.Length)} bytes");
        foreach (var header in isFull ? response.Head.Skip(1).Select(line => line.Split(':', 2)) : [])
        {
            console.Add("< ", ConsoleStyles.Dimmed)
                .AddLine(ReplaceControlCharacters(
                    $"{header[0]}: {redactor.RedactHeader(header[0], header[1].Trim())}"));
        }

        if (body.Length > 0)
            DrawSegments(ShortenBody([(redactor.RedactBody(Encoding.UTF8.GetString(body)), false)]), "  ").AddLine();

        foreach (var (passed, check) in checks)
            console.Add($"  {(passed ? "✓" : "✗")} {check}", passed ? ConsoleStyles.PassedCheck : ConsoleStyles.FailedCheck);
        console.AddLine();
        return isExpected;
    }

    /// <summary>Draws the transport error of a request that got no response.</summary>
    public void DrawTransportError(RequestFailure failure, Uri uri) => console
        .Add("< ", ConsoleStyles.Dimmed).Add($"✗ {failure.Kind.GetName()}", ConsoleStyles.FailedCheck)
        .AddLine($"  {failure.Message}")
        .AddLine($"  {failure.Kind.GetAdvice()}")
        .Add("  try  ").AddLine($"curl -i '{redactor.RedactUrl($"{uri}")}'", ConsoleStyles.Bold);

    private ConsoleView DrawRedacted(IEnumerable<(string Text, bool IsValue)> segments, Func<string, string> redact) =>
        DrawSegments(Redact(segments, redact), "");

    // If a part of the request contains a secret, parameter values in the part are not underlined.
    private static (string Text, bool IsValue)[] Redact(
        IEnumerable<(string Text, bool IsValue)> segments, Func<string, string> redact)
    {
        (string Text, bool IsValue)[] all = [.. segments];
        var text = string.Concat(all.Select(segment => segment.Text));
        return redact(text) is var redacted && redacted != text ? [(redacted, false)] : all;
    }

    // A part of the request can have several lines. Each line starts with >, as curl shows requests.
    private ConsoleView DrawSegments(IEnumerable<(string Text, bool IsValue)> segments, string mark)
    {
        console.Add(mark, ConsoleStyles.Dimmed);
        foreach (var (text, isValue) in segments)
        {
            var lines = text.ReplaceLineEndings("\n").Split('\n');
            for (var i = 0; i < lines.Length; i++)
            {
                if (i > 0)
                    console.AddLine().Add(mark, ConsoleStyles.Dimmed);
                var style = isValue ? ConsoleStyles.ParameterValue : Style.Plain;
                console.Add(ReplaceControlCharacters(lines[i]), style);
            }
        }

        return console;
    }

    private IEnumerable<(string Text, bool IsValue)> ShortenBody(IEnumerable<(string Text, bool IsValue)> segments)
    {
        var (line, column) = (0, 0);
        foreach (var (text, isValue) in segments)
        {
            var kept = new StringBuilder();
            foreach (var c in text)
            {
                (line, column) = c == '\n' ? (line + 1, 0) : (line, column + 1);
                if (!isFull && line == MaxBodyLines && column == 0)
                    kept.Append("\n…");
                else if (isFull || (line < MaxBodyLines && column < width - 3))
                    kept.Append(c);
                else if (line < MaxBodyLines && column == width - 3)
                    kept.Append('…');
            }

            yield return (kept.ToString(), isValue);
        }
    }

    // Control characters are replaced, because a body can contain any of them and a terminal would obey them.
    private static string ReplaceControlCharacters(string text) => text.Any(char.IsControl)
        ? string.Concat(text.Select(c => c == '\t' ? ' ' : char.IsControl(c) ? '·' : c))
        : text;
}
