using Load.Diagnostics;
using Load.Http.DataSources;
using Load.Http.Parameters;

namespace Load.Http;

/// <summary>A request as it was written.</summary>
/// <param name="Method">The verb.</param>
/// <param name="Urls">Each with the same request; the first index goes to the first one, and so on.</param>
/// <param name="Headers">In the order they are sent.</param>
/// <param name="Body">Null for none.</param>
internal sealed record RequestParts(
    string Method, IReadOnlyList<SourceSpan> Urls, IReadOnlyList<HeaderLine> Headers, SourceSpan? Body)
{
    public Version HttpVersion { get; init; } = System.Net.HttpVersion.Version11;

    private bool IsJson => Headers.Any(header =>
        header.Name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)
        && header.Value.Text.Split(';')[0].Trim().EndsWith("json", StringComparison.OrdinalIgnoreCase));

    public RequestParts WithUrls(Func<string, string> change) =>
        this with { Urls = [.. Urls.Select(url => url with { Text = change(url.Text) })] };

    /// <summary>What is wrong goes to <paramref name="diagnostics"/>, all of it; the result is of use without any.</summary>
    public RequestTemplate Compile(IDataSource? data, DiagnosticList diagnostics)
    {
        var parameters = new ParameterSet(data);
        SourceSpan[] pieces = [.. Urls, .. Headers.Select(header => header.Value), .. Body is null ? [] : new[] { Body }];
        foreach (var span in pieces)
            parameters.Declare(span, diagnostics);
        if (Headers.FirstOrDefault(IsContentLength) is { } length)
            diagnostics.Add(length.Value, $"found {length.Name}, which follows from the body: leave it out");

        return new RequestTemplate(
            new HttpMethod(Method),
            HttpVersion,
            [.. Urls.Select(url => TextTemplate.Compile(url, parameters, Escaping.ForUrl, diagnostics))],
            [.. Headers.Select(header => (header, TextTemplate.Compile(header.Value, parameters, Escaping.ForHeader, diagnostics)))],
            Body is null ? null : TextTemplate.Compile(Body, parameters, IsJson ? Escaping.ForJson : Escaping.None, diagnostics),
            parameters);
    }

    private static bool IsContentLength(HeaderLine header) =>
        header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase);
}
