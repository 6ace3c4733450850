namespace TwoTier.Load.Scenarios;

/// <summary>
/// A request of an <c>.http</c> file, as editors write it: an optional request line, headers, an empty line, and a body
/// or <c>&lt; path</c>. Comments (<c>#</c>, <c>//</c>) are allowed before and among the headers.
/// </summary>
internal sealed partial record HttpFile(
    string? Method, SourceSpan? Url, IReadOnlyList<HeaderLine> Headers, BodyText? Body)
{
    public static HttpFile Read(string path) => Parse(path, TextFile.Read(path));

    public static HttpFile Parse(string path, string text)
    {
        var lines = text.Split('\n');
        var first = Array.FindIndex(lines, line => !IsBlankOrComment(line));
        if (first < 0)
            throw ParseException.Create($"{path} contains no request", "POST /path HTTP/1.1");

        var (method, url, headers, current) = ((string?)null, (SourceSpan?)null, new List<HeaderLine>(), first);
        for (; current < lines.Length && lines[current].Trim().Length > 0; current++)
        {
            if (IsBlankOrComment(lines[current]))
                continue;
            var line = Check(new SourceSpan(lines[current].Trim(), path, current + 1));
            if (current == first && RequestLine().Match(line.Text) is { Success: true } match)
                (method, url) = ReadRequestLine(line, match);
            else
                headers.Add(ReadHeader(line));
        }

        var body = string.Join('\n', lines.Skip(current + 1)).TrimEnd('\r', '\n');
        return new HttpFile(
            method, url, headers, body.Length > 0 ? ReadBody(new SourceSpan(body, path, current + 2)) : null);
    }

    private static (string Method, SourceSpan Url) ReadRequestLine(SourceSpan line, Match match)
    {
        var url = line with { Text = match.Groups["url"].Value };
        if (match.Groups["version"].Value is not ("" or "HTTP/1.1") and var version)
            throw ParseException.Create($"load sends HTTP/1.1, and not {version}", "this line without a version").At(url);
        return (match.Groups["method"].Value is { Length: > 0 } method ? method : "GET", url);
    }

    // Editors encode a user and a password. What is encoded already has no colon.
    private static HeaderLine ReadHeader(SourceSpan line)
    {
        var header = HeaderLine.Parse(line);
        if (!header.HasName("Authorization") || Credentials().Match(header.Value.Text) is not { Success: true } match)
            return header;
        if (!match.Groups["user"].Success || line.Text.Contains("{{{", StringComparison.Ordinal))
            throw ParseException.Create("load signs nothing and encodes no parameters", "Basic user:password").At(line);
        var bytes = Encoding.UTF8.GetBytes($"{match.Groups["user"].Value}:{match.Groups["password"].Value}");
        return header with { Value = header.Value with { Text = $"Basic {Convert.ToBase64String(bytes)}" } };
    }

    private static BodyText ReadBody(SourceSpan text) => FileLine().Match(text.Text) is { Success: true } file
        ? BodyText.ReadFile(text, file.Groups["path"].Value.Trim())
        : new BodyText(Check(text));

    private static SourceSpan Check(SourceSpan text) => Unknown().Match(text.Text) is { Success: true } other
        ? throw ParseException.Create(
            $"\"{other.Value.Trim()}\" is not supported in a template",
            "one request, {{{name}}} for a parameter, and < ./body.json as the only line of a body")
            .At(text with { Line = text.Line + text.Text.AsSpan(0, other.Index).Count('\n') })
        : text;

    private static bool IsBlankOrComment(string line) =>
        line.AsSpan().Trim() is var text && (text.IsEmpty || text[0] == '#' || text.StartsWith("//"));

    [GeneratedRegex(
        @"^((?<method>(?!GRAPHQL|GRPC|WEBSOCKET)[A-Za-z]+) +(?<url>[^: ]\S*)|(?<url>https?://\S+))"
        + @"( +(?<version>HTTP/[\d.]+))?$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex RequestLine();

    [GeneratedRegex(@"^\s*<[ \t]+(?<path>[^\r\n{]+)\s*$", RegexOptions.ExplicitCapture)]
    private static partial Regex FileLine();

    [GeneratedRegex(
        @"^(Basic\s+(?<user>(\{\{\{.*?\}\}\}|[^\s:{])+)(:|\s+)(?<password>.*)|(Digest|AWS|Cognito)\s+[^\s=]+\s.*)$",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Credentials();

    // Variables, further requests, files among other text, scripts, and GraphQL that editors convert to JSON.
    [GeneratedRegex(
        @"(?<!\{)\{\{(?!\{)[^{}]*\}\}|^(###|<@|<>|>>|[<>][ \t{]).*$|^(?i:X-Request-Type:\s*GraphQL)$",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex Unknown();
}
