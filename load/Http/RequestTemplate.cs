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
    private readonly Uri?[] _constantUrls = [.. urls.Select(url => url.IsConstant ? UriOf(url.TextOf([])) : null)];
    private readonly byte[]? _constantBody =
        body is { IsConstant: true } ? Encoding.UTF8.GetBytes(body.TextOf([])) : null;
    private readonly bool _hasContent = body is not null || headers.Any(header => header.Part.IsOfTheBody);

    public HttpMethod Method => method;

    public IReadOnlyList<(HeaderLine Part, TextTemplate Value)> Headers => headers;

    public TextTemplate? Body => body;

    /// <summary>Names of the parameters, in the order of <see cref="ValuesFor"/>.</summary>
    public IList<string> Names => parameters.Names;

    public string[] ValuesFor(int seed, long index) => parameters.ValuesFor(seed, index);

    public TextTemplate UrlFor(long index) => urls[index % urls.Length];

    public Uri UriFor(long index, string[] values) =>
        _constantUrls[index % urls.Length] ?? UriOf(UrlFor(index).TextOf(values));

    public HttpRequestMessage RequestFor(long index, string[] values)
    {
        var request = new HttpRequestMessage(method, UriFor(index, values))
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (_hasContent)
            request.Content = new ByteArrayContent(_constantBody ?? Encoding.UTF8.GetBytes(body?.TextOf(values) ?? ""));
        foreach (var (part, value) in headers)
        {
            System.Net.Http.Headers.HttpHeaders all = part.IsOfTheBody ? request.Content!.Headers : request.Headers;
            all.TryAddWithoutValidation(part.Name, value.TextOf(values));
        }

        return request;
    }

    private static Uri UriOf(string text) => Uri.TryCreate(text, UriKind.Absolute, out var uri)
        ? uri
        : throw new UserErrorException($"-u error found \"{text}\", expected a URL such as http://localhost:5100/");
}
