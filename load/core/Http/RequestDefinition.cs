namespace TwoTier.Load.Http;

/// <summary>A request as the user wrote it, with parameters that have no values yet.</summary>
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
