using System.Net.Security;

namespace TwoTier.Load.Http.Connections;

/// <summary>A connection to each server over which several requests are sent at the same time with HTTP/2.</summary>
internal sealed class Http2Connection : IDisposable
{
    private const int MaxAttempts = 10;
    private static readonly HttpRequestOptionsKey<RequestTrace> TraceKey = new("trace");

    private readonly HttpMessageInvoker _invoker;
    private readonly Connector _connector;
    private readonly ConcurrentQueue<ConnectionOpening> _openings = [];
    private readonly TimeProvider _time;
    private long _openedTimestamp;
    private long _streamLimit = uint.MaxValue;
    private int _exchanges;
    private long _requests;
    private long _written;
    private long _notProcessed;
    private long _lost;
    private long _reportedReplays;
    private long _reportedResends;

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
            RequestHeaderEncodingSelector = (_, request) =>
            {
                ObserveHeadersFrame(request);
                return Encoding.UTF8;
            },
            ConnectCallback = OpenAsync,
            PlaintextStreamFilter = (context, _) => ValueTask.FromResult(
                context.PlaintextStream is SslStream tls ? new Http2Stream(tls, this) : context.PlaintextStream),
        });
    }

    public async Task<CompletedResponse> SendAsync(
        HttpRequestMessage request, BodyBuffer? buffer, RequestTrace trace, CancellationToken stop)
    {
        Interlocked.Increment(ref _exchanges);
        try
        {
            using var response = await SendAsync(request, trace, stop);
            if (trace.Head is { } head)
                AddHead(response, head);
            buffer?.SetContentType($"{response.Content.Headers.ContentType}");
            await using var body = await response.Content.ReadAsStreamAsync(stop);
            var length = await BodyBuffer.ReadAsync(body, buffer, stop);
            Http2Response.Check(response, length);
            return new CompletedResponse((int)response.StatusCode, length);
        }
        finally
        {
            Interlocked.Decrement(ref _exchanges);
        }
    }

    public void CountWritten() => Interlocked.Increment(ref _written);

    /// <summary>Counts a request that the server has not processed, as it says (RFC 9113, 8.7).</summary>
    public void CountNotProcessed() => Interlocked.Increment(ref _notProcessed);

    /// <summary>Counts requests that the server may have processed, and that get no complete answer.</summary>
    public void CountLost(int count) => Interlocked.Add(ref _lost, count);

    public void SetStreamLimit(uint limit) => Volatile.Write(ref _streamLimit, limit);

    public void Dispose() => _invoker.Dispose();

    // The first byte of an answer is not known. The arrival of its headers takes the place of it.
    private async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, RequestTrace trace, CancellationToken stop)
    {
        // The handler asks for the encoding of each header when it writes the HEADERS frame. It does not send this one
        // with HTTP/2, so that each request has a header to ask for and is sent as it is.
        request.Headers.TryAddWithoutValidation("Proxy-Connection", "keep-alive");
        request.Options.Set(TraceKey, trace);
        trace.SentTimestamp = _time.GetTimestamp();
        var lost = Volatile.Read(ref _lost);
        try
        {
            for (var attempt = 1; ; attempt++)
            {
                try
                {
                    var sending = _invoker.SendAsync(request, stop);
                    if (!trace.IsSent && Volatile.Read(ref _exchanges) > Volatile.Read(ref _streamLimit))
                        trace.StreamLimit = Volatile.Read(ref _streamLimit);
                    var response = await sending;
                    trace.FirstByteTimestamp = _time.GetTimestamp();
                    return response;
                }
                catch (HttpRequestException e) when (
                    attempt < MaxAttempts && IsShutdown(e) && lost == Volatile.Read(ref _lost))
                {
                    // The server has shut the connection down and answered all requests that it had taken. This one was
                    // not among them, so it is sent on a new connection.
                }
            }
        }
        finally
        {
            (trace.ReplayedRequests, trace.ResentRequests) = TakeRepeats();
            trace.ConnectionOpening = _openings.TryDequeue(out var opening) ? opening : null;
        }
    }

    // The handler must not see the socket: it would ask for the remote address, which throws after a reset.
    private async ValueTask<Stream> OpenAsync(SocketsHttpConnectionContext context, CancellationToken stop)
    {
        var server = ServerAddress.FromUrl(context.InitialRequestMessage.RequestUri!);
        var opened = await _connector.OpenAsync(server, true, stop);
        _openings.Enqueue(opened.Opening);
        Volatile.Write(ref _openedTimestamp, _time.GetTimestamp());
        return opened.Stream is SslStream tls ? tls : new Http2Stream(opened.Stream, this);
    }

    private static void AddHead(HttpResponseMessage response, ICollection<string> head)
    {
        head.Add($"HTTP/2 {(int)response.StatusCode} {response.ReasonPhrase}");
        foreach (var header in response.Headers.Concat(response.Content.Headers))
            head.Add($"{header.Key}: {string.Join(", ", header.Value)}");
    }

    private static bool IsShutdown(Exception exception) =>
        exception.GetBaseException() is HttpProtocolException { ErrorCode: 0 };

    // A request may have waited for the opening of the connection, which belongs to its time, or for another request to
    // end, which does not.
    private void ObserveHeadersFrame(HttpRequestMessage request)
    {
        if (!request.Options.TryGetValue(TraceKey, out var trace) || trace.IsSent)
            return;
        var opening = Math.Max(0, Volatile.Read(ref _openedTimestamp) - trace.SentTimestamp);
        trace.SentTimestamp = _time.GetTimestamp() - opening;
        trace.IsSent = true;
        Interlocked.Increment(ref _requests);
    }

    // Gets the requests that the HTTP handler has sent again since the last call: it has written more requests than the
    // load tool made. The order of reading keeps a request that is just being sent from being taken for a repeated one.
    private (int Replayed, int Resent) TakeRepeats()
    {
        var repeats = Interlocked.Read(ref _written) - Interlocked.Read(ref _requests);
        var replays = Math.Min(repeats, Interlocked.Read(ref _notProcessed));
        return (TakeIncrease(ref _reportedReplays, replays), TakeIncrease(ref _reportedResends, repeats - replays));
    }

    private static int TakeIncrease(ref long reported, long count)
    {
        for (var seen = Interlocked.Read(ref reported); count > seen; seen = Interlocked.Read(ref reported))
        {
            if (Interlocked.CompareExchange(ref reported, count, seen) == seen)
                return (int)(count - seen);
        }

        return 0;
    }
}
