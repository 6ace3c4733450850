namespace TwoTier.Load.Scenarios;

/// <summary>
/// A request of an <c>.http</c> file, as editors write it: an optional request line, headers, an empty line, and a body
/// or <c>&lt; path</c>. Lines with <c>###</c> separate requests, and <c>@name = value</c> says what
/// <c>{{name}}</c> stands for below it. Comments (<c>#</c>, <c>//</c>) are allowed before and among the headers.
/// </summary>
internal sealed record HttpFileRequest(
    string Name, string? Method, SourceSpan? Url, IReadOnlyList<HeaderLine> Headers, BodyText? Body);

internal sealed partial class HttpFile(string path, string[] lines)
{
    private const int MaxRequests = 10_000;
    private readonly Dictionary<string, string> _variables = [];

    public static IReadOnlyList<HttpFileRequest> Read(string path) => Parse(path, TextFile.Read(path));

    public static IReadOnlyList<HttpFileRequest> Parse(string path, string text)
    {
        var (lines, requests, end) = (text.Split('\n'), new List<HttpFileRequest>(), 0);
        var file = new HttpFile(path, lines);
        for (var start = 0; start < lines.Length; start = end)
        {
            end = Array.FindIndex(lines, start + 1, IsSeparator) is >= 0 and var next ? next : lines.Length;
            if (file.ParseRequest(start, end) is { } request)
                requests.Add(request);
            if (requests.Count > MaxRequests)
                throw ParseException.Create($"{path}:{start + 1}: there are more than {MaxRequests} requests");
        }

        return requests.Count > 0 ? requests
            : throw ParseException.Create($"{path} contains no request", "POST /path HTTP/1.1");
    }

    private HttpFileRequest? ParseRequest(int start, int end)
    {
        var current = start;
        while (current < end && (IsBlankOrComment(lines[current]) || TrySetVariable(current)))
            current++;
        if (current == end)
            return null;

        var (method, url) = ((string?)null, (SourceSpan?)null);
        var first = GetLine(current);
        if (RequestLine().Match(first.Trim()) is { Success: true } match)
        {
            method = match.Groups["method"].Value is { Length: > 0 } verb ? verb : "GET";
            url = new SourceSpan(
                match.Groups["url"].Value, path, current + 1, GetIndent(first) + match.Groups["url"].Index + 1);
            if (match.Groups["version"].Value is not ("" or "HTTP/1.1") and var version)
                throw ParseException.Create(
                    $"a request line cannot choose {version}", "--http2 1, and this line without a version").At(url);
            current++;
        }

        var headers = new List<HeaderLine>();
        for (; current < end && lines[current].Trim().Length > 0; current++)
        {
            if (!IsBlankOrComment(lines[current]) && GetLine(current) is var line)
                headers.Add(HeaderLine.Parse(new SourceSpan(line.Trim(), path, current + 1, GetIndent(line) + 1)));
        }

        var name = IsSeparator(lines[start]) ? lines[start].Trim().TrimStart('#').Trim() : "";
        return new HttpFileRequest(name, method, url, headers, current + 1 < end ? ParseBody(current + 1, end) : null);
    }

    private BodyText? ParseBody(int start, int end)
    {
        var text = string.Join('\n', Enumerable.Range(start, end - start).Select(GetLine)).TrimEnd('\r', '\n');
        var span = new SourceSpan(text, path, start + 1);
        if (FileLine().Match(text) is { Success: true } file)
            return BodyText.ReadFile(span, file.Groups["path"].Value.Trim());
        return OtherLine().Match(text) is { Success: true } other
            ? throw ParseException.Create(
                $"\"{other.Value.Trim()}\" is not supported in a body", "< ./body.json as its only line")
                .At(span, other.Index, other.Length)
            : text.Length == 0 ? null : new BodyText(span);
    }

    private bool TrySetVariable(int index)
    {
        var match = VariableLine().Match(GetLine(index).Trim());
        if (match.Success)
            _variables[match.Groups["name"].Value] = match.Groups["value"].Value;
        return match.Success;
    }

    // Three braces are a parameter of the load tool.
    private string GetLine(int index) => Variable().Replace(lines[index], match =>
        _variables.TryGetValue(match.Groups["name"].Value.Trim(), out var value) ? value
        : throw ParseException.Create(
            $"{match.Value} has no value above this line", "@name = value, or {{{name:RAND_GUID}}}")
            .At(new SourceSpan(lines[index], path, index + 1), match.Index, match.Length));

    private static int GetIndent(string line) => line.Length - line.TrimStart().Length;

    private static bool IsSeparator(string line) => line.StartsWith("###", StringComparison.Ordinal);

    private static bool IsBlankOrComment(string line) =>
        line.AsSpan().Trim() is var text && (text.IsEmpty || text[0] == '#' || text.StartsWith("//"));

    [GeneratedRegex(
        @"^((?<method>(?!GRAPHQL|GRPC|WEBSOCKET)[A-Za-z]+) +(?<url>[^: ]\S*)|(?<url>https?://\S+))"
        + @"( +(?<version>HTTP/[\d.]+))?$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex RequestLine();

    [GeneratedRegex(@"^@(?<name>[\w.-]+)\s*=\s*(?<value>.*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex VariableLine();

    [GeneratedRegex(@"(?<!\{)\{\{(?!\{)(?<name>[^{}]*)\}\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Variable();

    [GeneratedRegex(@"^\s*<[ \t]+(?<path>[^\r\n{]+)\s*$", RegexOptions.ExplicitCapture)]
    private static partial Regex FileLine();

    // Files among other text, files with variables, and scripts.
    [GeneratedRegex(@"^(<@|<>|>>|[<>][ \t{]).*$", RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex OtherLine();
}
