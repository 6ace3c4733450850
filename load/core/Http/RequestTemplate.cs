using System.Net.Http.Headers;
using System.Text;

namespace TwoTier.Load.Http;

/// <summary>A compiled request with parameters, which creates the HTTP message for each request index.</summary>
internal sealed class RequestTemplate(
    HttpMethod method,
    Version version,
    TextTemplate[] urls,
    (HeaderLine Line, TextTemplate Value)[] headers,
    TextTemplate? body,
    ParameterSet parameters,
    byte[]? binaryBody = null)
{
    private readonly Uri?[] _constantUrls = [.. urls.Select(url => url.IsConstant ? ParseUri(url.Render([])) : null)];
    private readonly byte[]? _constantBody =
        binaryBody ?? (body is { IsConstant: true } ? Encoding.UTF8.GetBytes(body.Render([])) : null);
    private readonly bool _hasContent = body is not null || headers.Any(header => header.Line.IsContentHeader);

    public HttpMethod Method => method;

    public IReadOnlyList<(HeaderLine Line, TextTemplate Value)> Headers => headers;

    public TextTemplate? Body => body;

    /// <summary>The names of the parameters, in the order of the values that <see cref="GetValues"/> returns.</summary>
    public IList<string> ParameterNames => parameters.Names;

    /// <summary>Gets the parameter values for a request index.</summary>
    public string[] GetValues(int seed, long index) => parameters.GetValues(seed, index);

    /// <summary>Gets the template of the URL for a request index. Several URLs are used in turn.</summary>
    public TextTemplate GetUrl(long index) => urls[index % urls.Length];

    /// <summary>Gets the URL for a request index, with the parameter values inserted.</summary>
    public Uri GetUri(long index, string[] values) =>
        _constantUrls[index % urls.Length] ?? ParseUri(GetUrl(index).Render(values));

    /// <summary>Creates the HTTP message for a request index. The caller must dispose of the message.</summary>
    public HttpRequestMessage CreateMessage(long index, string[] values)
    {
        var request = new HttpRequestMessage(method, GetUri(index, values))
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (_hasContent)
            request.Content = new ByteArrayContent(_constantBody ?? Encoding.UTF8.GetBytes(body?.Render(values) ?? ""));
        foreach (var (line, value) in headers)
        {
            HttpHeaders all = line.IsContentHeader ? request.Content!.Headers : request.Headers;
            all.TryAddWithoutValidation(line.Name, value.Render(values));
        }

        return request;
    }

    private static Uri ParseUri(string text) => Uri.TryCreate(text, UriKind.Absolute, out var uri)
        ? uri
        : throw new UserErrorException(
            $"-u: error: \"{text}\" is not valid; expected a URL such as http://localhost:5100/");
}
