namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A connection over which one request after the other is sent with HTTP/1.1. It is opened again if it was closed. If
/// the requests go to several servers, there is one connection to each.
/// </summary>
internal sealed class Http1Connection : IDisposable
{
    private readonly HttpMessageInvoker _invoker;
    private readonly RequestTrace _trace;
    private readonly TimeProvider _time;
    private bool _metEndedConnection;

    public Http1Connection(HandlerFactory handlers, RequestTrace trace)
    {
        (_trace, _time) = (trace, handlers.Time);
        _invoker = new HttpMessageInvoker(handlers.Create(1, CreateStream));
    }

    /// <summary>The number of the current request, from 1.</summary>
    public long RequestNumber { get; private set; }

    /// <summary>
    /// Opens the connection to the server of a request, without sending anything on it. No connection to that server
    /// may be open.
    /// </summary>
    public async Task OpenAsync(HttpRequestMessage next, CancellationToken stop)
    {
        using var opening = new ConnectionOpeningRequest(next);
        await opening.OpenAsync(_invoker, _time, stop);
    }

    /// <summary>Starts the next request.</summary>
    public void BeginRequest()
    {
        RequestNumber++;
        _metEndedConnection = false;
    }

    /// <summary>Sends the current request, and returns when the headers of the answer have arrived.</summary>
    public async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken stop)
    {
        while (true)
        {
            try
            {
                return CheckLength(await _invoker.SendAsync(request, stop));
            }
            catch (HttpRequestException) when (_metEndedConnection && !_trace.IsSent)
            {
                // No part of the request was sent. The HTTP handler itself sends such a request on a new connection
                // only if it has no body.
                _metEndedConnection = false;
            }
        }
    }

    /// <summary>Records that the connection had ended before any part of the current request was sent.</summary>
    public void RecordEndedConnection() => _metEndedConnection = true;

    /// <summary>Records that the head of the current request is about to be written.</summary>
    public void RecordSendAttempt(ConnectionOpening? opening)
    {
        _trace.SendAttempts++;
        _trace.ResentRequests = _trace.SendAttempts - 1;
        _trace.ConnectionOpening ??= opening;
    }

    /// <summary>Records that the first byte of an answer has arrived.</summary>
    public void RecordFirstByte(long request)
    {
        if (request == RequestNumber)
            _trace.FirstByteTimestamp = _time.GetTimestamp();
    }

    /// <summary>Records that the server has sent bytes that belong to no response.</summary>
    public void RecordUnexpectedBytes() => _trace.HasUnexpectedBytes = true;

    public void Dispose() => _invoker.Dispose();

    // The handler would read a body of such a length until the connection ends.
    private static HttpResponseMessage CheckLength(HttpResponseMessage response)
    {
        var headers = response.Content.Headers;
        if (headers.ContentLength is not null || !headers.NonValidated.Contains("Content-Length"))
            return response;
        response.Dispose();
        throw new HttpRequestException(
            HttpRequestError.InvalidResponse, "The HTTP client does not understand the Content-Length");
    }

    private Http1Stream CreateStream(SocketsHttpPlaintextStreamFilterContext context, ConnectionOpening opening)
    {
        ConnectionOpeningRequest.Find(context.InitialRequestMessage)?.SetConnectionReady();
        var bytes = (context.PlaintextStream as SocketStream)?.Inner ?? context.PlaintextStream;
        return new Http1Stream(bytes, this, opening);
    }
}
