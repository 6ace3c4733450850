namespace TwoTier.Load.Cli.Commands;

internal sealed class DryRunView(PlannedRequest planned, ConsoleView console, int width)
{
    private const int MaxBodyLines = 20;

    public ConsoleView Content => console;

    private string Url => UrlDivision.GetSentUrl(planned.Uri);

    public void DrawRequest(string? variant, int number, int count, bool isOfMix)
    {
        var (kind, request, values) = (planned.Kind, planned.Template, planned.Values);
        var version = kind.Parts.HttpVersion.ToString(kind.Parts.HttpVersion.Minor == 0 ? 1 : 2);
        var heading = (variant is null ? "" : $"{variant}: ") + (isOfMix
            ? $"{kind.Name}, {number} of {count}, weight {kind.Weight}"
            : $"request {number} of {count}");
        console.AddLine().AddLine(heading, ConsoleStyles.Dimmed);
        DrawLines("> ", $"{request.Method} {Url} HTTP/{version}");
        foreach (var (part, value) in request.Headers)
            DrawLines("> ", $"{part.Name}: {value.Render(values)}");
        if (request.Body is { } body)
            DrawLines("> ", ShortenBody(body.Render(values)));
    }

    public bool DrawResponse(ProbeResult response, double ms)
    {
        var (status, body) = (response.Status, response.Body);
        var checks = planned.Kind.Expectations.Evaluate(status, body).ToArray();
        var isExpected = checks.All(check => check.Passed);
        var (mark, style) = isExpected ? ("", ConsoleStyles.PassedCheck) : ("✗ ", ConsoleStyles.FailedCheck);
        var reason = response.Head[0].Split(' ', 3) is [_, _, var words] ? words : "";
        console.Add("< ", ConsoleStyles.Dimmed)
            .Add(PlainText.ReplaceControlsAndLineFeeds($"{mark}{status} {reason}"), style)
            .AddLine($"   {FormatNumber(ms)} ms, {FormatCount(body.Length)} bytes");
        foreach (var header in response.Head.Skip(1).Select(line => line.Split(':', 2)))
            DrawLines("< ", $"{header[0]}: {header[1].Trim()}");
        if (body.Length > 0)
            DrawLines("  ", ShortenBody(Encoding.UTF8.GetString(body)));
        foreach (var (passed, text) in checks)
            console.Add($"  {(passed ? "✓" : "✗")} {text}", passed ? ConsoleStyles.PassedCheck : ConsoleStyles.FailedCheck);
        console.AddLine();
        return isExpected;
    }

    public void DrawTransportError(RequestFailure failure) => console
        .Add("< ", ConsoleStyles.Dimmed).Add($"✗ {failure.Kind.GetName()}", ConsoleStyles.FailedCheck)
        .AddLine($"  {failure.Message}")
        .AddLine($"  {failure.Kind.GetAdvice()}")
        .Add("  try  ").AddLine($"curl -i '{Url}'", ConsoleStyles.Bold);

    private void DrawLines(string mark, string text)
    {
        foreach (var line in text.ReplaceLineEndings("\n").Split('\n'))
            console.Add(mark, ConsoleStyles.Dimmed).AddLine(PlainText.ReplaceControlsExceptLineFeeds(line));
    }

    private string ShortenBody(string text)
    {
        var lines = text.ReplaceLineEndings("\n").Split('\n');
        return string.Join('\n', lines.Take(MaxBodyLines).Select(Shorten).Concat(
            lines.Length > MaxBodyLines ? ["…"] : []));

        string Shorten(string line) => line.Length > width - 3 ? $"{line[..(width - 3)]}…" : line;
    }
}
