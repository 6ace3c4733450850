using System.Globalization;
using System.Text.RegularExpressions;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using Load.Http.DataSources;
using Load.Http.ResponseChecks;

namespace Load.Config.Keys;

/// <summary>What to send, and what makes a reply a success.</summary>
internal static class RequestKeys
{
    private const int HighestWeight = 1000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    public static readonly OptionKey<SourceSpan> Url = new(
        "url",
        "Where to send; several spread requests evenly. May hold {{{id:RAND_INTEGER:[1:1000]}}}.",
        AbsoluteUrl) { Alias = "-u", IsMany = true };

    public static readonly OptionKey<string> Method = new("method", "The verb. [default: GET, with a body POST]", Verb)
    {
        Alias = "-m",
    };

    public static readonly OptionKey<HeaderLine> Header = new(
        "header",
        "'Name: value'; may be repeated, may hold {{{name}}} (control characters of a value are dropped).",
        HeaderLine.Parse) { Alias = "-H", IsMany = true, NamedBy = ": " };

    public static readonly OptionKey<SourceSpan> Body = new(
        "body",
        "The body; may hold {{{name}}}, escaped as in a JSON string if the Content-Type is JSON, else as it is.",
        (SourceSpan text) => text);

    public static readonly OptionKey<SourceSpan> Template = new(
        "template",
        "A request as a file: request line (optional), headers, empty line, body; as .http files are.",
        path => path) { Alias = "-t" };

    public static readonly OptionKey<IDataSource> File = new(
        "file",
        "A .csv or .tsv with a header line: {{{column}}} is its value in row (index mod rows).",
        path => FileDataSource.Read(path.ResolvePath(path.Text))) { Alias = "-f" };

    public static readonly OptionKey<IDataSource> Plugin = new(
        "plugin",
        "A .dll with a public class: IDictionary<string, object> GetValues(int index).",
        path => PluginLoader.Load(path.ResolvePath(path.Text))) { Alias = "-p" };

    public static readonly OptionKey<int[]> ExpectStatus = new(
        "expect-status", "The statuses that count as success, such as 200,404. [default: 2xx]", Statuses)
    {
        HasCommas = true,
    };

    public static readonly OptionKey<Regex> ExpectRegex = new(
        "expect-regex", "What the body must match; else the reply counts as an error, check failed.", Pattern);

    public static readonly OptionKey<JsonPathCount> ExpectJson = new(
        "expect-json",
        "What the body must hold: '$.orders[*]=3' three values there, '$.id' one or more.",
        JsonPathCount.Parse);

    public static readonly OptionKey<Version> HttpVersion = new(
        "http-version", "1.1, or 2: requests share a connection; those above the server's limit of streams wait, as part of the service.", Version)
    {
        Standard = "1.1",
    };

    public static readonly OptionKey<string> Name = new("name", "Of the request, in tables and in the log.", Parsers.Any);

    public static readonly OptionKey<int> Weight = new("weight", "So many of it to the others' weights.", Parsers.Whole(1, HighestWeight))
    {
        Standard = "1",
    };

    /// <summary>The verbs that a request of a mix may begin with; the value is its path, or a whole URL.</summary>
    public static readonly IReadOnlyList<OptionKey<SourceSpan>> Verbs =
        [.. new[] { "get", "post", "put", "patch", "delete", "head", "options" }.Select(
            verb => new OptionKey<SourceSpan>(verb, "The path, on each url, or a whole URL.", path => path))];

    public static readonly IReadOnlyList<OptionKey> OfOne =
        [Header, Body, Template, ExpectStatus, ExpectRegex, ExpectJson];

    public static readonly ListKey Requests = new(
        "requests",
        "A mix, as '[{get: /a, weight: 9}, {post: /b, body: x}]'. The others' header, expect-… hold for each.",
        [.. Verbs, Name, Weight, .. OfOne]) { Inherits = true };

    public static readonly IReadOnlyList<OptionKey> All = [Url, Method, .. OfOne, File, Plugin, HttpVersion, Requests];

    private static SourceSpan AbsoluteUrl(SourceSpan text) => text with { Text = UrlText.ParseAbsolute(text.Text) };

    private static Version Version(string text) => text switch
    {
        "1.1" => System.Net.HttpVersion.Version11,
        "2" => System.Net.HttpVersion.Version20,
        _ => throw ParseException.CreateUnexpected(text, "1.1 or 2"),
    };

    private static string Verb(string text) => text.Length > 0 && text.All(char.IsAsciiLetter)
        ? text.ToUpperInvariant()
        : throw ParseException.CreateUnexpected(text, "a verb such as POST");

    private static int[] Statuses(string text)
    {
        var statuses = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0)
            .ToArray();
        return statuses.All(status => status is >= 200 and <= 599)
            ? statuses
            : throw ParseException.CreateUnexpected(text, "statuses from 200 to 599", "200,404");
    }

    private static Regex Pattern(string text)
    {
        try
        {
            return new Regex(text, RegexOptions.CultureInvariant, Patience);
        }
        catch (ArgumentException e)
        {
            throw ParseException.CreateUnexpected(text, $"a regular expression: {e.Message}");
        }
    }
}
