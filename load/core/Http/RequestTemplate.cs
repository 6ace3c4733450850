namespace TwoTier.Load.Http;

internal sealed class RequestTemplate(
    RequestDefinition definition,
    TextTemplate[] urls,
    (HeaderLine Line, TextTemplate Value)[] headers,
    TextTemplate? body,
    ParameterSet parameters)
{
    private readonly Uri?[] _constantUrls = [.. urls.Select(url => url.IsConstant ? ParseUri(url.Render([])) : null)];
    private readonly byte[]? _constantBody =
        definition.BinaryBody ?? (body is { IsConstant: true } ? Encoding.UTF8.GetBytes(body.Render([])) : null);
    private readonly UrlDivision?[] _divisions = [.. urls.Select(UrlDivision.TryCreate)];
    private readonly RequestBytes?[] _constantRequests = new RequestBytes?[urls.Length];
    private readonly byte[] _start = Encoding.ASCII.GetBytes($"{HttpMethod.Parse(definition.Method).Method} ");
    private readonly bool _hasHost = headers.Any(header => header.Line.HasName("Host"));
    private readonly bool _isLastOnConnection = headers.Any(header => header.Line.HasName("Connection")
        && header.Line.Value.Text.Split(',', StringSplitOptions.TrimEntries)
            .Contains("close", StringComparer.OrdinalIgnoreCase));
    private byte[]? _constantEnd;

    public HttpMethod Method { get; } = HttpMethod.Parse(definition.Method);

    public IReadOnlyList<(HeaderLine Line, TextTemplate Value)> Headers => headers;

    public TextTemplate? Body => body;

    public string[] GetValues(int seed, long index) => parameters.GetValues(seed, index);

    /// <summary>Gets the URL for a request index. Several URLs are used in turn.</summary>
    public Uri GetUri(long index, string[] values) =>
        _constantUrls[index % urls.Length] ?? ParseUri(urls[index % urls.Length].Render(values));

    public RequestBytes Render(long index, string[] values, ArrayBufferWriter<byte> buffer)
    {
        var url = index % urls.Length;
        if (_constantRequests[url] is { } constant)
            return constant;
        var division = _divisions[url] is { } known && !values.Any(UrlDivision.MayChangePath)
            ? known
            : UrlDivision.Create(GetUri(index, values));
        var isEndConstant = (body is null || body.IsConstant) && headers.All(header => header.Value.IsConstant);
        buffer.ResetWrittenCount();
        buffer.Write(_start);
        division.Write(values, _hasHost, buffer);
        buffer.Write(isEndConstant ? _constantEnd ??= RenderEnd(values) : RenderEnd(values));
        var isConstant = _constantUrls[url] is not null && isEndConstant;
        var request = new RequestBytes(
            division.Server,
            isConstant ? buffer.WrittenSpan.ToArray() : buffer.WrittenMemory,
            Method == HttpMethod.Head,
            _isLastOnConnection);
        return isConstant ? _constantRequests[url] = request : request;
    }

    private byte[] RenderEnd(string[] values)
    {
        var buffer = new ArrayBufferWriter<byte>();
        foreach (var (line, value) in headers)
            Encoding.UTF8.GetBytes($"{line.Name}: {value.Render(values)}\r\n", buffer);
        var content = RenderBody(values);
        var isBodyless = Method == HttpMethod.Get || Method == HttpMethod.Head
            || Method == HttpMethod.Delete || Method == HttpMethod.Options;
        if (body is not null || !isBodyless)
        {
            Encoding.UTF8.GetBytes(
                string.Create(CultureInfo.InvariantCulture, $"Content-Length: {content.Length}\r\n"), buffer);
        }

        buffer.Write("\r\n"u8);
        buffer.Write(content);
        return buffer.WrittenSpan.ToArray();
    }

    private byte[] RenderBody(string[] values) => _constantBody ?? Encoding.UTF8.GetBytes(body?.Render(values) ?? "");

    private static Uri ParseUri(string text) => Uri.TryCreate(text, UriKind.Absolute, out var uri)
        ? uri
        : throw new UserErrorException(
            $"-u: error: \"{text}\" is not valid; expected a URL such as http://localhost:5100/");
}
