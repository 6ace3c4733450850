using System.Globalization;
using System.Text.RegularExpressions;

namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that define which requests are sent, and which responses count as success.</summary>
internal static class RequestKeys
{
    private const int MaxWeight = 1000;
    private static readonly TimeSpan RegexTimeout = TimeSpan.FromSeconds(1);

    public static readonly OptionKey<SourceSpan> Url = new(
        "url",
        "URL to send requests to; repeatable, to spread requests evenly. May contain parameters, such as "
        + "{{{id:RAND_INTEGER:[1:1000]}}}.",
        ParseUrl)
    { Alias = "-u", IsRepeatable = true };

    public static readonly OptionKey<string> Method = new(
        "method", "HTTP method. [default: GET, or POST if there is a body]", ParseMethod)
    { Alias = "-m" };

    public static readonly OptionKey<HeaderLine> Header = new(
        "header",
        "Request header as 'Name: value'; repeatable. May contain parameters; control characters are removed.",
        HeaderLine.Parse)
    { Alias = "-H", ValueName = "line", IsRepeatable = true, NameSeparator = ": " };

    public static readonly OptionKey<BodyText> Body = new(
        "body",
        "Request body, or @path for the content of a file and @- for the standard input. May contain parameters, which "
        + "are escaped as in a JSON string if the Content-Type is JSON.",
        BodyText.Parse)
    { ValueName = "text" };

    public static readonly OptionKey<SourceSpan> Template = new(
        "template",
        "File with one request in the format of .http files: request line (optional), headers, empty line, body.",
        path => path)
    { Alias = "-t", ValueName = "path" };

    public static readonly OptionKey<IDataSource> DataFile = new(
        "file",
        "CSV or TSV file (.csv, .tsv) with parameter values. Its first line names the columns; request n takes "
        + "row n, and the first row follows the last.",
        path => FileDataSource.Read(path.ResolvePath(path.Text)))
    { Alias = "-f", ValueName = "path" };

    public static readonly OptionKey<IDataSource> Plugin = new(
        "plugin",
        ".NET assembly (.dll) with parameter values: a public class that has the method "
        + "IDictionary<string, object> GetValues(int index).",
        path => PluginLoader.Load(path.ResolvePath(path.Text)))
    { Alias = "-p", ValueName = "path" };

    public static readonly OptionKey<int[]> ExpectStatus = new(
        "expect-status", "Status codes that count as success, such as 200,404. [default: 2xx]", ParseStatuses)
    {
        ValueName = "codes",
        IsCommaSeparated = true,
    };

    public static readonly OptionKey<Regex> ExpectRegex = new(
        "expect-regex",
        "Regular expression that the response body must match. Other responses count as errors (check failed).",
        ParseRegex)
    { ValueName = "regex" };

    public static readonly OptionKey<JsonPathCount> ExpectJson = new(
        "expect-json",
        "JSONPath that must be in the response body: '$.orders[*]=3' needs exactly three values, '$.id' at least one.",
        JsonPathCount.Parse)
    { ValueName = "path" };

    public static readonly OptionKey<Version> HttpVersion = new(
        "http-version",
        "HTTP version, 1.1 or 2; see --streams.",
        ParseVersion)
    { ValueName = "version", Default = "1.1" };

    public static readonly OptionKey<string> RedactedNames = new(
        "redact",
        "Name of a header, query parameter or column whose values are secret; repeatable. They appear in no result and "
        + "on no page, like those of names such as Authorization, api_key or token.",
        Parsers.ParseText)
    { ValueName = "name", IsRepeatable = true };

    public static readonly OptionKey<string> Name = new(
        "name", "Name of the request in tables and in the request log.", Parsers.ParseText);

    public static readonly OptionKey<int> Weight = new(
        "weight",
        "Weight of the request in the mix, relative to the weights of the others.",
        Parsers.IntegerParser(1, MaxWeight))
    { Default = "1" };

    /// <summary>
    /// The keys that name the HTTP method of a request in a mix. The value of each is the path or the absolute URL.
    /// </summary>
    public static readonly IReadOnlyList<OptionKey<SourceSpan>> MethodKeys =
    [
        .. new[] { "get", "post", "put", "patch", "delete", "head", "options" }
            .Select(name => new OptionKey<SourceSpan>(
                name,
                $"Path (after each url) or absolute URL of a request with the method {name.ToUpperInvariant()}.",
                path => path)),
    ];

    /// <summary>The options that each request of a mix can have.</summary>
    public static readonly IReadOnlyList<OptionKey> RequestOptionKeys =
        [Header, Body, Template, ExpectStatus, ExpectRegex, ExpectJson];

    public static readonly ListKey Requests = new(
        "requests",
        "Mix of requests, such as '[{get: /a, weight: 9}, {post: /b, body: x}]'. The options --header and --expect-… "
        + "apply to each of them.",
        [.. MethodKeys, Name, Weight, .. RequestOptionKeys])
    { ValueName = "yaml", InheritsOuterValues = true };

    public static readonly IReadOnlyList<OptionKey> All =
        [Url, Method, .. RequestOptionKeys, DataFile, Plugin, HttpVersion, Requests, RedactedNames];

    private static SourceSpan ParseUrl(SourceSpan text) => text with { Text = UrlText.ParseAbsolute(text.Text) };

    private static Version ParseVersion(string text) => text switch
    {
        "1.1" => System.Net.HttpVersion.Version11,
        "2" => System.Net.HttpVersion.Version20,
        _ => throw ParseException.CreateForUnexpectedText(text, "1.1 or 2"),
    };

    private static string ParseMethod(string text) => text.Length > 0 && text.All(char.IsAsciiLetter)
        ? text.ToUpperInvariant()
        : throw ParseException.CreateForUnexpectedText(text, "an HTTP method such as POST");

    private static int[] ParseStatuses(string text)
    {
        var statuses = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0)
            .ToArray();
        return statuses.All(status => status is >= 200 and <= 599)
            ? statuses
            : throw ParseException.CreateForUnexpectedText(text, "status codes from 200 to 599", "200,404");
    }

    private static Regex ParseRegex(string text)
    {
        try
        {
            return new Regex(text, RegexOptions.CultureInvariant, RegexTimeout);
        }
        catch (ArgumentException e)
        {
            throw ParseException.CreateForUnexpectedText(text, $"a regular expression: {e.Message}");
        }
    }
}
