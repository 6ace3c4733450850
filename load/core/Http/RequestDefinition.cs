using System.Security;
using System.Text.Encodings.Web;

namespace TwoTier.Load.Http;

internal sealed record RequestDefinition(
    string Method, IReadOnlyList<SourceSpan> Urls, IReadOnlyList<HeaderLine> Headers, SourceSpan? Body)
{
    private const string Form = "application/x-www-form-urlencoded";

    public byte[]? BinaryBody { get; init; }

    /// <exception cref="ParseException">A parameter or a header is wrong.</exception>
    public RequestTemplate Compile(DataSource? data)
    {
        var parameters = new ParameterSet(data);
        SourceSpan?[] spans = [.. Urls, .. Headers.Select(header => header.Value), Body];
        foreach (var span in spans.OfType<SourceSpan>())
            parameters.DeclareParameters(span);
        foreach (var header in Headers)
        {
            if (FindProblem(header) is { } problem)
                throw ParseException.Create($"{header.Name} {problem}. Leave out this header").At(header.Value);
        }

        TextTemplate[] urls = [.. Urls.Select(url => Compile(url, Uri.EscapeDataString))];
        // It would take the path or the query that follows with it.
        if (urls.Index().FirstOrDefault(url => url.Item.Contains('#')) is (var place, { }))
            throw ParseException.Create("the URL has a fragment (#), which is never sent", "%23 for #").At(Urls[place]);
        return new RequestTemplate(
            this,
            urls,
            [.. Headers.Select(header => (header, Compile(header.Value, RemoveControlCharacters)))],
            Body is null ? null : CompileBody(Body, parameters),
            parameters);

        TextTemplate Compile(SourceSpan text, Func<string, string> escape) =>
            TextTemplate.Compile(text, parameters, escape);
    }

    private static string? FindProblem(HeaderLine header) => header.Name.ToLowerInvariant() switch
    {
        "content-length" => "is calculated from the body",
        "transfer-encoding" => "is not sent: bodies have a Content-Length",
        _ => null,
    };

    private TextTemplate CompileBody(SourceSpan body, ParameterSet parameters)
    {
        var header = Headers.LastOrDefault(header => header.HasName("Content-Type"));
        var type = header?.Value.Text.Split(';')[0].Trim().ToLowerInvariant() ?? "";
        body = body with { Text = FormatLines(body.Text, type) };
        if (type == Form && body.Text.AsSpan().ContainsAny('\r', '\n'))
            throw ParseException.Create("only a & can begin another line of a form", "%0A in a value").At(body);
        var escape = FindEscape(type);
        var compiled = TextTemplate.Compile(body, parameters, escape ?? (value => value));
        if (escape is not null || compiled.IsConstant)
            return compiled;
        throw ParseException.Create(
            $"a body {(type.Length == 0 ? "without a Content-Type" : $"of the type {type}")} cannot have parameters; "
            + "only JSON, XML, forms and text/plain can",
            "-H 'Content-Type: application/json'").At(body);
    }

    // A form has no line ends. Editors join its lines.
    private static string FormatLines(string text, string type) =>
        type == Form ? text.TrimEnd('\r', '\n').Replace("\r\n&", "&", StringComparison.Ordinal)
            .Replace("\n&", "&", StringComparison.Ordinal)
        : type.EndsWith("ndjson", StringComparison.Ordinal) || type is "application/jsonl" or "application/json-seq"
            ? text.TrimEnd('\n') + '\n'
        : type.StartsWith("multipart/", StringComparison.Ordinal) && !text.Contains('\r')
            ? text.Replace("\n", "\r\n", StringComparison.Ordinal)
        : text;

    // What a character of a value means depends on the media type.
    private static Func<string, string>? FindEscape(string type) =>
        type.EndsWith("json", StringComparison.Ordinal) ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode
        : type.EndsWith("xml", StringComparison.Ordinal) || type == "text/html" ? value => SecurityElement.Escape(value)
        : type == Form ? Uri.EscapeDataString
        : type == "text/plain" ? value => value
        : null;

    // A line break would start another header.
    private static string RemoveControlCharacters(string value) =>
        value.Any(char.IsControl) ? string.Concat(value.Where(c => !char.IsControl(c))) : value;
}
