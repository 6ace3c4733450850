namespace TwoTier.Load.Cli.Config;

internal abstract record RequestPartSettings : Settings
{
    [Option(
        "Request header as 'Name: value'. May contain parameters; control characters are removed. Repeatable.",
        CommandSet.Sending, Aliases = ["-H"], ValueName = "line", NameSeparator = ": ", IsOften = true)]
    public IReadOnlyList<HeaderLine> Header { get; init; } = [];

    [Option(
        "Request body; @path is a file, @- the standard input. May contain parameters, which are escaped as in a JSON "
        + "string if the Content-Type is JSON.",
        CommandSet.Sending, ValueName = "text", IsOften = true)]
    public BodyText? Body { get; init; }

    [Option(
        "File with one request in the format of .http files: request line (optional), headers, empty line, body.",
        CommandSet.Sending, Aliases = ["-t"], ValueName = "path")]
    public SourceSpan? Template { get; init; }

    [Option(
        "What makes a response a success, besides a complete body: status codes such as 200,404 instead of 2xx, a "
        + "regular expression between slashes that the body must match, or a JSONPath that must be in the body "
        + "('$.orders[*]=3' needs exactly three values, '$.id' at least one). Repeatable.",
        CommandSet.Sending, ValueName = "response")]
    public IReadOnlyList<ResponseExpectation> Expect { get; init; } = [];
}

internal sealed record RequestSettings : RequestPartSettings
{
    [Option(
        "URL to send requests to. Repeatable: the requests are spread evenly over the URLs. May contain parameters, "
        + "such as {{{id:RAND_INTEGER:[1:1000]}}}. An argument that is a URL needs no -u.",
        CommandSet.Sending, Aliases = ["-u"], Parser = nameof(ParseUrl))]
    public IReadOnlyList<SourceSpan> Url { get; init; } = [];

    [Option(
        "HTTP method. [default: GET, or POST if there is a body]",
        CommandSet.Sending, Aliases = ["-m"], Parser = nameof(ParseMethod), IsOften = true)]
    public string? Method { get; init; }

    [Option(
        "File with parameter values. CSV or TSV (.csv, .tsv): its first line names the columns; request n takes row n, "
        + "and the first row follows the last. A .NET assembly (.dll): a public class that has the method "
        + "IDictionary<string, object> GetValues(int index).",
        CommandSet.Sending, Aliases = ["-f", "-p"], ValueName = "path", Parser = nameof(ReadDataSource))]
    public DataSource? File { get; init; }

    [Option(
        "Name of a header, query parameter or column whose values are secret. The values appear in no result and on "
        + "no page, like those of names such as Authorization, api_key or token. Repeatable.",
        CommandSet.Sending, ValueName = "name")]
    public IReadOnlyList<string> Redact { get; init; } = [];

    [Option(
        "Mix of requests, such as '[{get: /a, weight: 9}, {post: /b, body: x}]'. The options --header and --expect "
        + "apply to each request.",
        CommandSet.Sending, ValueName = "yaml")]
    public IReadOnlyList<RequestItemSettings> Requests { get; init; } = [];

    private static SourceSpan ParseUrl(SourceSpan text) => text with { Text = UrlText.ParseAbsolute(text.Text) };

    private static string ParseMethod(string text) => text.Length > 0 && text.All(char.IsAsciiLetter)
        ? text.ToUpperInvariant()
        : throw ParseException.CreateForUnexpectedText(text, "an HTTP method such as POST");

    private static DataSource ReadDataSource(SourceSpan path) =>
        Path.GetExtension(path.Text).Equals(".dll", StringComparison.OrdinalIgnoreCase)
            ? Plugin.Load(path.ResolvePath(path.Text))
            : FileDataSource.Read(path.ResolvePath(path.Text));
}

/// <summary>The keys of one request of a mix. The key of its method has its path or its absolute URL.</summary>
internal sealed record RequestItemSettings : RequestPartSettings
{
    private const string MethodHelp = "Path (after each url) or absolute URL of a request with this method.";

    [Option(MethodHelp)]
    public SourceSpan? Get { get; init; }

    [Option(MethodHelp)]
    public SourceSpan? Post { get; init; }

    [Option(MethodHelp)]
    public SourceSpan? Put { get; init; }

    [Option(MethodHelp)]
    public SourceSpan? Patch { get; init; }

    [Option(MethodHelp)]
    public SourceSpan? Delete { get; init; }

    [Option(MethodHelp)]
    public SourceSpan? Head { get; init; }

    [Option(MethodHelp)]
    public SourceSpan? Options { get; init; }

    [Option("Name of the request in tables and in the request log.")]
    public string? Name { get; init; }

    [Option("Weight of the request in the mix, relative to those of the others.", Default = "1", Min = 1, Max = 1000)]
    public int Weight { get; init; }

    public IReadOnlyList<(string Method, SourceSpan Path)> Paths =>
    [
        .. new[]
            {
                (nameof(Get), Get), (nameof(Post), Post), (nameof(Put), Put), (nameof(Patch), Patch),
                (nameof(Delete), Delete), (nameof(Head), Head), (nameof(Options), Options),
            }
            .Where(one => one.Item2 is not null)
            .Select(one => (one.Item1, one.Item2!)),
    ];
}

/// <summary>A condition of a successful response: on the status, the text or the JSON of the body.</summary>
internal sealed record ResponseExpectation(int[]? Statuses, IBodyCheck? Check)
{
    public static ResponseExpectation Parse(string text) => text switch
    {
        ['$', ..] => new(null, JsonPathCount.Parse(text)),
        ['/', .. var pattern, '/'] => new(null, BodyPattern.Parse(pattern)),
        _ => new(ParseStatuses(text), null),
    };

    public static ResponseExpectations Combine(
        IReadOnlyList<ResponseExpectation> ofAll, IReadOnlyList<ResponseExpectation> ofRequest)
    {
        int[] statuses = [.. ofRequest.SelectMany(one => one.Statuses ?? [])];
        if (statuses.Length == 0)
            statuses = [.. ofAll.SelectMany(one => one.Statuses ?? [])];
        IBodyCheck[] checks = [.. ofAll.Concat(ofRequest).Select(one => one.Check).OfType<IBodyCheck>()];
        return new ResponseExpectations(
            statuses.Length == 0 ? null : statuses,
            [.. checks.OfType<BodyPattern>().TakeLast(1), .. checks.OfType<JsonPathCount>().TakeLast(1)]);
    }

    private static int[] ParseStatuses(string text)
    {
        var statuses = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0)
            .ToArray();
        return statuses.All(status => status is >= 200 and <= 599)
            ? statuses
            : throw ParseException.CreateForUnexpectedText(
                text,
                "status codes from 200 to 599, /a regular expression/, or a JSONPath that begins with $",
                "200,404");
    }

}

internal sealed class BodyPattern(Regex pattern) : IBodyCheck
{
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(1);

    public static BodyPattern Parse(string text)
    {
        try
        {
            return new BodyPattern(new Regex(text, RegexOptions.CultureInvariant, TimeLimit));
        }
        catch (ArgumentException e)
        {
            throw ParseException.CreateForUnexpectedText(text, $"a regular expression: {e.Message}");
        }
    }

    public bool IsSlow(long bytes) => true;

    public bool Passes(ReadOnlySpan<byte> body)
    {
        try
        {
            return pattern.IsMatch(Encoding.UTF8.GetString(body));
        }
        catch (RegexMatchTimeoutException)
        {
            return false;
        }
    }

    public string Describe(ReadOnlySpan<byte> body) =>
        $"body {(Passes(body) ? "matches" : "does not match")} \"{pattern}\"";
}
