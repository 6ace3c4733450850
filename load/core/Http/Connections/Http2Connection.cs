namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A connection to each server over which several requests are sent at the same time with HTTP/2. The handler sends
/// those again that a server says not to have processed, and lets requests wait that have no free stream.
/// </summary>
internal sealed class Http2Connection : IDisposable
{
    private readonly HttpMessageInvoker _invoker;
    private readonly Connector _connector;
    private readonly ConcurrentQueue<ConnectionOpening> _openings = [];
    private readonly TimeProvider _time;
    private volatile bool _isOpened;

    public Http2Connection(Connector connector)
    {
        (_connector, _time) = (connector, connector.Time);
        _invoker = new HttpMessageInvoker(new SocketsHttpHandler
        {
            UseCookies = false,
            UseProxy = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
            MaxConnectionsPerServer = 1,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,
            ConnectCallback = OpenAsync,
        });
    }

    public async Task<CompletedResponse> SendAsync(
        HttpRequestMessage request, BodyBuffer? buffer, RequestTrace trace, CancellationToken stop)
    {
        using var response = await SendAsync(request, trace, stop);
        if (trace.Head is { } head)
            AddHead(response, head);
        if (buffer is not null && response.Content.Headers.ContentEncoding is { Count: > 0 } encodings)
            buffer.Encoding = string.Join(',', encodings);
        await using var body = await response.Content.ReadAsStreamAsync(stop);
        var length = await BodyBuffer.ReadAsync(body, buffer, stop);
        CheckLength(response, length);
        return new CompletedResponse((int)response.StatusCode, length);
    }

    public void Dispose() => _invoker.Dispose();

    // The first byte of an answer is not known. The arrival of its headers takes the place of it.
    private async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, RequestTrace trace, CancellationToken stop)
    {
        try
        {
            var response = await _invoker.SendAsync(request, stop);
            trace.FirstByteTimestamp = _time.GetTimestamp();
            return response;
        }
        finally
        {
            trace.IsSent = _isOpened;
            trace.ConnectionOpening = _openings.TryDequeue(out var opening) ? opening : null;
        }
    }

    private async ValueTask<Stream> OpenAsync(SocketsHttpConnectionContext context, CancellationToken stop)
    {
        var server = ServerAddress.FromUrl(context.InitialRequestMessage.RequestUri!);
        var opened = await _connector.OpenAsync(server, true, stop);
        _openings.Enqueue(opened.Opening);
        _isOpened = true;
        return opened.Tls ?? (Stream)new NetworkStream(opened.Socket, ownsSocket: true);
    }

    private static void AddHead(HttpResponseMessage response, ICollection<string> head)
    {
        head.Add($"HTTP/2 {(int)response.StatusCode} {response.ReasonPhrase}");
        foreach (var header in response.Headers.Concat(response.Content.Headers))
            head.Add($"{header.Key}: {string.Join(", ", header.Value)}");
    }

    // The HTTP handler leaves this to its user.
    private static void CheckLength(HttpResponseMessage response, long length)
    {
        if (HasNoBody(response))
            CheckLength(length, "0");
        else if (response.Content.Headers.NonValidated.TryGetValues("Content-Length", out var announced))
        {
            foreach (var text in announced)
                CheckLength(length, text);
        }
    }

    private static bool HasNoBody(HttpResponseMessage response) =>
        response.RequestMessage?.Method == HttpMethod.Head || (int)response.StatusCode is 204 or 304;

    private static void CheckLength(long length, string announced)
    {
        var isNumber = long.TryParse(announced, NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        if (!isNumber || number != length)
        {
            throw new WrongLengthException(
                $"the body has {length} bytes instead of {(isNumber ? $"{number}" : "a number in content-length")}");
        }
    }
}

internal sealed class WrongLengthException(string message) : IOException(message);
