using System.Buffers;
using System.Globalization;
using System.Net;
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
    // The HTTP handler gives these headers a meaning, and joins the values of repeated ones.
    private static readonly string[] HandledHeaders = ["Expect", "Transfer-Encoding", "Upgrade"];

    private readonly Uri?[] _constantUrls = [.. urls.Select(url => url.IsConstant ? ParseUri(url.Render([])) : null)];
    private readonly byte[]? _constantBody =
        binaryBody ?? (body is { IsConstant: true } ? Encoding.UTF8.GetBytes(body.Render([])) : null);
    private readonly bool _hasContent = body is not null || headers.Any(header => header.Line.IsContentHeader);

    // Null if the handler must send the request; otherwise whether the request asks for the end of the connection.
    private readonly bool? _isLastOnConnection = GetIsLastOnConnection(method, version, headers);
    private readonly UrlDivision?[] _divisions = [.. urls.Select(UrlDivision.TryCreate)];
    private readonly RequestBytes?[] _constantRequests = new RequestBytes?[urls.Length];
    private readonly byte[] _start = Encoding.ASCII.GetBytes($"{HttpMethod.Parse(method.Method).Method} ");
    private readonly bool _hasHost = headers.Any(header => HasName(header, "Host"));
    private byte[]? _constantEnd;

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

    /// <summary>Renders a request that needs no HTTP handler, into a buffer unless its bytes are constant.</summary>
    /// <returns>The bytes; null if the request needs TLS, HTTP/2 or what only an HTTP handler knows.</returns>
    public RequestBytes? TryRender(long index, string[] values, string? traceparent, ArrayBufferWriter<byte> buffer)
    {
        var url = index % urls.Length;
        if (_constantRequests[url] is { } constant && traceparent is null)
            return constant;
        if (_isLastOnConnection is not { } isLast)
            return null;
        buffer.ResetWrittenCount();
        buffer.Write(_start);
        if (WriteUrl(index, values, buffer) is not { } server)
            return null;
        if (traceparent is not null)
            Encoding.UTF8.GetBytes($"traceparent: {traceparent}\r\n", buffer);
        var isEndConstant = (!_hasContent || _constantBody is not null)
            && headers.All(header => header.Value.IsConstant);
        buffer.Write(isEndConstant ? _constantEnd ??= RenderEnd(values) : RenderEnd(values));
        var isHead = method == HttpMethod.Head;
        return traceparent is null && _constantUrls[url] is not null && isEndConstant
            ? _constantRequests[url] = new RequestBytes(server, buffer.WrittenSpan.ToArray(), isHead, isLast)
            : new RequestBytes(server, buffer.WrittenMemory, isHead, isLast);
    }

    // Writes the path, the version and the host, and returns the server; null if it speaks TLS.
    private DnsEndPoint? WriteUrl(long index, string[] values, ArrayBufferWriter<byte> buffer)
    {
        if (_divisions[index % urls.Length] is { } url && !values.Any(UrlDivision.MayChangePath))
        {
            url.Path.Write(values, buffer);
            buffer.Write(" HTTP/1.1\r\n"u8);
            if (!_hasHost)
                buffer.Write(url.HostLine);
            return url.Server;
        }

        var uri = GetUri(index, values);
        if (uri.Scheme != Uri.UriSchemeHttp)
            return null;
        Encoding.UTF8.GetBytes(uri.PathAndQuery, buffer);
        buffer.Write(" HTTP/1.1\r\n"u8);
        if (!_hasHost)
            buffer.Write(UrlDivision.FormatHostLine(uri));
        return new DnsEndPoint(uri.IdnHost, uri.Port);
    }

    private byte[] RenderEnd(string[] values)
    {
        var buffer = new ArrayBufferWriter<byte>();
        foreach (var (line, value) in headers)
            Encoding.UTF8.GetBytes($"{line.Name}: {value.Render(values)}\r\n", buffer);
        var content = !_hasContent ? [] : _constantBody ?? Encoding.UTF8.GetBytes(body?.Render(values) ?? "");
        var isBodyless = method == HttpMethod.Get || method == HttpMethod.Head
            || method == HttpMethod.Delete || method == HttpMethod.Options;
        if (_hasContent || !isBodyless)
        {
            Encoding.UTF8.GetBytes(
                string.Create(CultureInfo.InvariantCulture, $"Content-Length: {content.Length}\r\n"), buffer);
        }

        buffer.Write("\r\n"u8);
        buffer.Write(content);
        return buffer.WrittenSpan.ToArray();
    }

    private static bool? GetIsLastOnConnection(
        HttpMethod method, Version version, (HeaderLine Line, TextTemplate Value)[] headers)
    {
        var names = headers.Select(header => header.Line.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (version != HttpVersion.Version11
            || method == HttpMethod.Connect
            || names.Count < headers.Length
            || names.Overlaps(HandledHeaders))
        {
            return null;
        }

        var connection = headers.FirstOrDefault(header => HasName(header, "Connection")).Value;
        return connection is null ? false
            : !connection.IsConstant ? null
            : connection.Render([]).ToUpperInvariant() switch
            {
                "CLOSE" => true,
                "KEEP-ALIVE" => false,
                _ => null,
            };
    }

    private static bool HasName((HeaderLine Line, TextTemplate Value) header, string name) =>
        header.Line.Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    private static Uri ParseUri(string text) => Uri.TryCreate(text, UriKind.Absolute, out var uri)
        ? uri
        : throw new UserErrorException(
            $"-u: error: \"{text}\" is not valid; expected a URL such as http://localhost:5100/");
}
