using System.Text;
using Load.Diagnostics;
using Load.Http.Parameters;

namespace Load.Http;

/// <summary>A request with parameters, compiled once.</summary>
internal sealed class RequestTemplate(
    HttpMethod method,
    Version version,
    TextTemplate[] urls,
    (HeaderLine Part, TextTemplate Value)[] headers,
    TextTemplate? body,
    ParameterSet parameters)
{
    private readonly Uri?[] _constantUrls = [.. urls.Select(url => url.IsConstant ? ParseUri(url.Render([])) : null)];
    private readonly byte[]? _constantBody =
        body is { IsConstant: true } ? Encoding.UTF8.GetBytes(body.Render([])) : null;
    private readonly bool _hasContent = body is not null || headers.Any(header => header.Part.IsContentHeader);

    public HttpMethod Method => method;

    public IReadOnlyList<(HeaderLine Part, TextTemplate Value)> Headers => headers;

    public TextTemplate? Body => body;

    /// <summary>Names of the parameters, in the order of <see cref="GetValues"/>.</summary>
    public IList<string> ParameterNames => parameters.Names;

    public string[] GetValues(int seed, long index) => parameters.GetValues(seed, index);

    public TextTemplate GetUrl(long index) => urls[index % urls.Length];

    public Uri GetUri(long index, string[] values) =>
        _constantUrls[index % urls.Length] ?? ParseUri(GetUrl(index).Render(values));

    public HttpRequestMessage CreateMessage(long index, string[] values)
    {
        var request = new HttpRequestMessage(method, GetUri(index, values))
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (_hasContent)
            request.Content = new ByteArrayContent(_constantBody ?? Encoding.UTF8.GetBytes(body?.Render(values) ?? ""));
        foreach (var (part, value) in headers)
        {
            System.Net.Http.Headers.HttpHeaders all = part.IsContentHeader ? request.Content!.Headers : request.Headers;
            all.TryAddWithoutValidation(part.Name, value.Render(values));
        }

        return request;
    }

    private static Uri ParseUri(string text) => Uri.TryCreate(text, UriKind.Absolute, out var uri)
        ? uri
        : throw new UserErrorException($"-u error found \"{text}\", expected a URL such as http://localhost:5100/");
}
