using System.Text.Encodings.Web;

namespace TwoTier.Load.Http;

internal sealed record RequestDefinition(
    string Method, IReadOnlyList<SourceSpan> Urls, IReadOnlyList<HeaderLine> Headers, SourceSpan? Body)
{
    public Version HttpVersion { get; init; } = System.Net.HttpVersion.Version11;
    public byte[]? BinaryBody { get; init; }

    private bool IsJson => Headers.Any(header =>
        header.HasName("Content-Type")
        && header.Value.Text.Split(';')[0].Trim().EndsWith("json", StringComparison.OrdinalIgnoreCase));

    public RequestDefinition WithUrls(Func<string, string> change) =>
        this with { Urls = [.. Urls.Select(url => url with { Text = change(url.Text) })] };

    /// <exception cref="ParseException">A parameter or a header is wrong.</exception>
    public RequestTemplate Compile(DataSource? data)
    {
        var parameters = new ParameterSet(data);
        SourceSpan?[] spans = [.. Urls, .. Headers.Select(header => header.Value), Body];
        foreach (var span in spans.OfType<SourceSpan>())
            parameters.DeclareParameters(span);
        foreach (var header in Headers)
        {
            var problem = header.HasName("Content-Length") ? $"{header.Name} is calculated from the body. Leave out this header"
                : header.HasName("Transfer-Encoding") ? $"bodies are sent with a Content-Length. Leave out {header.Name}"
                : null;
            if (problem is not null)
                throw ParseException.Create(problem).At(header.Value);
        }

        return new RequestTemplate(
            this,
            [.. Urls.Select(url => Compile(url, Uri.EscapeDataString))],
            [.. Headers.Select(header => (header, Compile(header.Value, RemoveControlCharacters)))],
            Body is null ? null
                : Compile(Body, IsJson ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode : value => value),
            parameters);

        TextTemplate Compile(SourceSpan text, Func<string, string> escape) =>
            TextTemplate.Compile(text, parameters, escape);
    }

    // A line break would start another header.
    private static string RemoveControlCharacters(string value) =>
        value.Any(char.IsControl) ? string.Concat(value.Where(c => !char.IsControl(c))) : value;
}
