using System.Text.RegularExpressions;
using Load.Diagnostics;

namespace Load.Http;

/// <summary>
/// A request as in an <c>.http</c> file: maybe a request line, headers, an empty line, a body. Lines end in LF or CRLF;
/// comments (<c>#</c>, <c>//</c>) may stand before and among the headers.
/// </summary>
/// <param name="Method">Null without a request line.</param>
/// <param name="Url">Absolute, or a path; null without a request line.</param>
/// <param name="Headers">In their order.</param>
/// <param name="Body">Null for none. A line break at its very end is the file's and not sent.</param>
internal sealed partial record HttpFile(string? Method, SourceSpan? Url, IReadOnlyList<HeaderLine> Headers, SourceSpan? Body)
{
    /// <exception cref="FormatException">Cannot be read, or holds no request.</exception>
    public static HttpFile Read(string path, DiagnosticList diagnostics)
    {
        try
        {
            return Parse(path, File.ReadAllText(path), diagnostics);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw ParseException.Create($"cannot read {path}: {e.Message}");
        }
    }

    public static HttpFile Parse(string path, string text, DiagnosticList diagnostics)
    {
        var lines = text.Split('\n');
        var at = Array.FindIndex(lines, line => !IsBlankOrComment(line));
        if (at < 0)
            throw ParseException.Create($"{path} holds no request", "POST /path HTTP/1.1");

        var (method, url) = ((string?)null, (SourceSpan?)null);
        if (RequestLine().Match(lines[at].Trim()) is { Success: true } line)
        {
            method = line.Groups["method"].Value is { Length: > 0 } given ? given : "GET";
            var start = lines[at].Length - lines[at].TrimStart().Length;
            url = new SourceSpan(line.Groups["url"].Value, path, at + 1, start + line.Groups["url"].Index + 1);
            at++;
        }

        var headers = new List<HeaderLine>();
        for (; at < lines.Length && lines[at].Trim().Length > 0; at++)
        {
            if (IsBlankOrComment(lines[at]))
                continue;
            var header = new SourceSpan(lines[at].Trim(), path, at + 1, lines[at].Length - lines[at].TrimStart().Length + 1);
            try
            {
                headers.Add(HeaderLine.Parse(header));
            }
            catch (FormatException)
            {
                diagnostics.Add(header, ParseException.CreateUnexpected(header.Text, "Name: value, and an empty line before a body"), "header");
            }
        }

        return new HttpFile(method, url, headers, ParseBody(path, lines, at + 1, diagnostics));
    }

    private static SourceSpan? ParseBody(string path, string[] lines, int start, DiagnosticList diagnostics)
    {
        if (start >= lines.Length)
            return null;
        var end = Array.FindIndex(lines, start, line => line.StartsWith("###", StringComparison.Ordinal));
        if (end >= 0 && Array.FindIndex(lines, end, line => !IsBlankOrComment(line)) is >= 0 and var second)
            diagnostics.Add(new SourceSpan(lines[second], path, second + 1), "found a second request, expected one", "a file for each");

        var text = string.Join('\n', lines[start..(end < 0 ? lines.Length : end)]);
        text = text.EndsWith("\r\n", StringComparison.Ordinal) ? text[..^2] : text.EndsWith('\n') ? text[..^1] : text;
        return text.Length == 0 ? null : new SourceSpan(text, path, start + 1);
    }

    private static bool IsBlankOrComment(string line) =>
        line.AsSpan().Trim() is var text && (text.IsEmpty || text[0] == '#' || text.StartsWith("//"));

    [GeneratedRegex(
        @"^((?<method>[A-Za-z]+) +(?<url>[^: ]\S*)|(?<url>https?://\S+))( +HTTP/[\d.]+)?$", RegexOptions.ExplicitCapture)]
    private static partial Regex RequestLine();
}
