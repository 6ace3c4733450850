using Load.Diagnostics;
using Load.Http.DataSources;
using Load.Http.Parameters;

namespace Load.Http;

/// <summary>A request as the user wrote it, with parameters that have no values yet.</summary>
/// <param name="Method">The HTTP method.</param>
/// <param name="Urls">
/// The URLs, which are used in turn: the first request goes to the first URL, the second to the second, and so on.
/// </param>
/// <param name="Headers">The headers in the order in which they are sent.</param>
/// <param name="Body">The body of the request; null if there is none.</param>
internal sealed record RequestDefinition(
    string Method, IReadOnlyList<SourceSpan> Urls, IReadOnlyList<HeaderLine> Headers, SourceSpan? Body)
{
    public Version HttpVersion { get; init; } = System.Net.HttpVersion.Version11;

    /// <summary>The bytes of a body that is no text; null if the body is a text or missing.</summary>
    public byte[]? BinaryBody { get; init; }

    private bool IsJson => Headers.Any(header =>
        header.Name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)
        && header.Value.Text.Split(';')[0].Trim().EndsWith("json", StringComparison.OrdinalIgnoreCase));

    /// <summary>Returns a copy of the request in which a function has changed each URL.</summary>
    public RequestDefinition WithUrls(Func<string, string> change) =>
        this with { Urls = [.. Urls.Select(url => url with { Text = change(url.Text) })] };

    /// <summary>Compiles the request into a template.</summary>
    /// <param name="data">The source of parameter values; null if there is none.</param>
    /// <param name="diagnostics">
    /// Receives every error in the request. The template may be used only if there are none.
    /// </param>
    public RequestTemplate Compile(IDataSource? data, DiagnosticList diagnostics)
    {
        var parameters = new ParameterSet(data);
        SourceSpan?[] spans = [.. Urls, .. Headers.Select(header => header.Value), Body];
        foreach (var span in spans.OfType<SourceSpan>())
            parameters.DeclareParameters(span, diagnostics);
        if (Headers.FirstOrDefault(IsContentLength) is { } length)
            diagnostics.Add(length.Value, $"{length.Name} is calculated from the body. Leave out this header");

        return new RequestTemplate(
            new HttpMethod(Method),
            HttpVersion,
            [.. Urls.Select(url => TextTemplate.Compile(url, parameters, ParameterEscaping.EscapeForUrl, diagnostics))],
            [.. Headers.Select(header => (header, CompileHeader(header)))],
            Body is null ? null : CompileBody(Body),
            parameters,
            BinaryBody);

        TextTemplate CompileHeader(HeaderLine header) =>
            TextTemplate.Compile(header.Value, parameters, ParameterEscaping.EscapeForHeader, diagnostics);

        TextTemplate CompileBody(SourceSpan body) =>
            TextTemplate.Compile(
                body,
                parameters,
                IsJson ? ParameterEscaping.EscapeForJson : ParameterEscaping.KeepUnchanged,
                diagnostics);
    }

    private static bool IsContentLength(HeaderLine header) =>
        header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase);
}
