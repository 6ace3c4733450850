namespace TwoTier.Load.Cli.Config;

/// <summary>
/// A request in the format of an <c>.http</c> file: an optional request line, headers, an empty line, and a body. Lines
/// end in LF or CRLF. Comments (<c>#</c>, <c>//</c>) are allowed before and among the headers.
/// </summary>
internal sealed partial record HttpFile(
    string? Method, SourceSpan? Url, IReadOnlyList<HeaderLine> Headers, SourceSpan? Body)
{
    public static HttpFile Read(string path)
    {
        try
        {
            return Parse(path, File.ReadAllText(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw ParseException.Create($"cannot read {path}: {e.Message}");
        }
    }

    public static HttpFile Parse(string path, string text)
    {
        var lines = text.Split('\n');
        var current = Array.FindIndex(lines, line => !IsBlankOrComment(line));
        if (current < 0)
            throw ParseException.Create($"{path} contains no request", "POST /path HTTP/1.1");

        var (method, url) = ((string?)null, (SourceSpan?)null);
        if (RequestLine().Match(lines[current].Trim()) is { Success: true } line)
        {
            method = line.Groups["method"].Value is { Length: > 0 } verb ? verb : "GET";
            var column = GetIndent(lines[current]) + line.Groups["url"].Index + 1;
            url = new SourceSpan(line.Groups["url"].Value, path, current + 1, column);
            current++;
        }

        var headers = new List<HeaderLine>();
        for (; current < lines.Length && lines[current].Trim().Length > 0; current++)
        {
            if (!IsBlankOrComment(lines[current]))
                headers.Add(ParseHeader(path, lines[current], current + 1));
        }

        return new HttpFile(method, url, headers, ParseBody(path, lines, current + 1));
    }

    private static HeaderLine ParseHeader(string path, string line, int number)
    {
        var span = new SourceSpan(line.Trim(), path, number, GetIndent(line) + 1);
        try
        {
            return HeaderLine.Parse(span);
        }
        catch (ParseException)
        {
            const string expected = "Name: value, and an empty line before a body";
            throw ParseException.CreateForUnexpectedText(span.Text, expected).At(span, "header");
        }
    }

    private static SourceSpan? ParseBody(string path, string[] lines, int start)
    {
        if (start >= lines.Length)
            return null;
        var end = Array.FindIndex(lines, start, line => line.StartsWith("###", StringComparison.Ordinal));
        if (end >= 0 && Array.FindIndex(lines, end, line => !IsBlankOrComment(line)) is >= 0 and var second)
        {
            var span = new SourceSpan(lines[second], path, second + 1);
            throw ParseException.Create("the file contains a second request; expected one", "one file for each request")
                .At(span);
        }

        var text = string.Join('\n', lines[start..(end < 0 ? lines.Length : end)]);
        text = text.EndsWith("\r\n", StringComparison.Ordinal) ? text[..^2]
            : text.EndsWith('\n') ? text[..^1]
            : text;
        return text.Length == 0 ? null : new SourceSpan(text, path, start + 1);
    }

    private static int GetIndent(string line) => line.Length - line.TrimStart().Length;

    private static bool IsBlankOrComment(string line) =>
        line.AsSpan().Trim() is var text && (text.IsEmpty || text[0] == '#' || text.StartsWith("//"));

    [GeneratedRegex(
        @"^((?<method>[A-Za-z]+) +(?<url>[^: ]\S*)|(?<url>https?://\S+))( +HTTP/[\d.]+)?$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex RequestLine();
}
