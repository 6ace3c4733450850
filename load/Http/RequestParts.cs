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

    public RequestParts With(Func<string, string> change) =>
        this with { Urls = [.. Urls.Select(url => url with { Text = change(url.Text) })] };

    /// <summary>What is wrong goes to <paramref name="mistakes"/>, all of it; the result is of use without any.</summary>
    public RequestTemplate Compile(IDataSource? rows, DiagnosticList mistakes)
    {
        var parameters = new ParameterSet(rows);
        SourceSpan[] pieces = [.. Urls, .. Headers.Select(header => header.Value), .. Body is null ? [] : new[] { Body }];
        foreach (var piece in pieces)
            parameters.Declare(piece, mistakes);
        if (Headers.FirstOrDefault(IsLength) is { } length)
            mistakes.Add(length.Value, $"found {length.Name}, which follows from the body: leave it out");

        return new RequestTemplate(
            new HttpMethod(Method),
            HttpVersion,
            [.. Urls.Select(url => TextTemplate.Compile(url, parameters, Escaping.Url, mistakes))],
            [.. Headers.Select(header => (header, TextTemplate.Compile(header.Value, parameters, Escaping.Header, mistakes)))],
            Body is null ? null : TextTemplate.Compile(Body, parameters, IsJson ? Escaping.Json : Escaping.Nothing, mistakes),
            parameters);
    }

    private static bool IsLength(HeaderLine header) =>
        header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase);
}
