using System.CommandLine;
using Load.Expecting;
using Load.Targeting;
using Load.Targeting.Rows;
using Load.Targeting.Values;

namespace Load.Cli;

/// <summary>What to send and what to expect: the options that every command has that sends requests.</summary>
internal sealed class RequestOptions
{
    public static readonly string About =
        "Parameters, {{{name}}} in URL (percent-encoded), headers and body, are columns of --file or --plugin, or "
        + $"random in place, as in {{{{{{at:RAND_DATE}}}}}}; kinds: {RandomKinds.Names}.";

    private readonly Option<string[]> _urls = Opt.Many(
        "--url",
        "Where to send; repeat it to spread requests evenly. May hold {{{id:RAND_INTEGER:[1:1000]}}}.",
        UrlText.Absolute,
        "-u");
    private readonly Option<string> _method = Opt.Of(
        "--method", null, "The verb. [default: GET, with a body POST]", Verb, "-m");
    private readonly Option<HeaderPart[]> _headers = Opt.Many(
        "--header",
        "'Name: value'; may be repeated, may hold {{{name}}} (control characters of a value are dropped).",
        Header,
        "-H");
    private readonly Option<string> _body = Opt.Text(
        "--body",
        null,
        "The body; may hold {{{name}}}, escaped as in a JSON string if the Content-Type is JSON, else as it is.");
    private readonly Option<string> _template = Opt.Of(
        "--template",
        null,
        "A request as a file: request line (optional), headers, empty line, body; as .http files are.",
        text => text,
        "-t");
    private readonly Option<IRows> _file = Opt.Of<IRows>(
        "--file",
        null,
        "A .csv or .tsv with a header line: {{{column}}} is its value in row (index mod rows).",
        FileRows.Read,
        "-f");
    private readonly Option<IRows> _plugin = Opt.Of<IRows>(
        "--plugin",
        null,
        "A .dll with a public class: IDictionary<string, object> GetValues(int index).",
        PluginFile.Load,
        "-p");
    private readonly ExpectOptions _expect = new();
    private RequestParts? _parts;

    public Command AddTo(Command command)
    {
        foreach (var option in new Option[] { _urls, _method, _headers, _body, _template, _file, _plugin })
            command.Add(option);
        return _expect.AddTo(command);
    }

    public Expectations ExpectationsOf(ParseResult given) => _expect.Of(given);

    /// <summary>Verb and URL, as they were written.</summary>
    public string TextOf() => $"{_parts!.Method} {_parts.Urls[0].Text}";

    /// <param name="given">A command line without mistakes.</param>
    /// <param name="seed">Of random values.</param>
    /// <param name="change">What a variant changes in each URL.</param>
    public Target TargetOf(ParseResult given, int seed, Func<string, string>? change = null)
    {
        var urls = _parts!.Urls.Select(url => change is null ? url : url with { Text = change(url.Text) });
        return new Target(_parts with { Urls = [.. urls] }, given.GetValue(_file) ?? given.GetValue(_plugin), seed);
    }

    /// <summary>
    /// What is wrong beyond a single option: parameters can be checked only once all places and sources are known.
    /// Asked after the parsing, since a validator of System.CommandLine that finds something hides what others find.
    /// </summary>
    public IEnumerable<string> MistakesIn(ParseResult given)
    {
        var mistakes = new List<string>();
        try
        {
            if (given.GetResult(_file) is not null && given.GetResult(_plugin) is not null)
                mistakes.Add("-f error found --plugin too, expected one of them");
            _parts = PartsOf(given, mistakes);
            var template = _parts.Compile(given.GetValue(_file) ?? given.GetValue(_plugin), mistakes);
            if (mistakes.Count == 0)
                template.RequestFor(0, template.ValuesFor(0, 0)).Dispose();
        }
        catch (Exception e) when (e is FormatException or MistakeException)
        {
            mistakes.Add(e.Message);
        }
        catch (InvalidOperationException)
        {
            // An option's own mistake, which is thrown at whoever asks for its value, and reported by itself.
            mistakes.Clear();
        }

        return mistakes.Distinct();
    }

    private RequestParts PartsOf(ParseResult given, List<string> mistakes)
    {
        var file = given.GetValue(_template) is { } path ? ReadTemplate(path, mistakes) : null;
        var body = given.GetValue(_body) is { } text ? new Piece(text, "--body") : null;
        if (body is not null && file?.Body is not null)
            mistakes.Add($"--body error found a body in {file.Body.Source} too, expected one of them");
        if (given.GetResult(_method) is not null && file?.Method is not null)
            mistakes.Add($"-m error found a verb in {file.Url!.PlaceAt(0)} too, expected one of them");
        body ??= file?.Body;
        return new RequestParts(
            given.GetValue(_method) ?? file?.Method ?? (body is null ? "GET" : "POST"),
            RequestUrls.Of(given.GetValue(_urls) ?? [], file?.Url, mistakes),
            [.. file?.Headers ?? [], .. given.GetValue(_headers) ?? []],
            body);
    }

    private static HttpFile ReadTemplate(string path, List<string> mistakes)
    {
        try
        {
            return HttpFile.Read(path, mistakes);
        }
        catch (FormatException e)
        {
            throw new FormatException($"-t error {e.Message}");
        }
    }

    private static string Verb(string text) => text.Length > 0 && text.All(char.IsAsciiLetter)
        ? text.ToUpperInvariant()
        : throw new FormatException($"found \"{text}\", expected a verb such as POST");

    private static HeaderPart Header(string text) => HeaderPart.Read(text, "-H")
        ?? throw new FormatException($"found \"{text}\", expected 'Name: value', such as 'Accept: application/json'");
}
