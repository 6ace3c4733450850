using System.Collections.Concurrent;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A connection over which several requests are sent at the same time with HTTP/2. If the requests go to several
/// servers, there is one connection to each.
/// </summary>
internal sealed class Http2Connection : IDisposable
{
    private readonly HttpMessageInvoker _invoker;
    private readonly ConcurrentQueue<ConnectionOpening> _openings = [];
    private readonly TimeProvider _time;
    private long _writtenRequests;
    private long _requests;
    private long _reportedResends;

    public Http2Connection(HandlerFactory handlers)
    {
        _time = handlers.Time;
        _invoker = new HttpMessageInvoker(handlers.Create(1, (context, opening) =>
        {
            _openings.Enqueue(opening);
            return new Http2Stream(
                (context.PlaintextStream as SocketStream)?.Inner ?? context.PlaintextStream, this);
        }));
    }

    /// <summary>Sends a request, and returns when the headers of the answer have arrived.</summary>
    /// <remarks>
    /// The requests share the connection's bytes, so the first byte of an answer is not known: the arrival of its
    /// headers takes the place of it.
    /// </remarks>
    public async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, RequestTrace trace, CancellationToken stop)
    {
        Interlocked.Increment(ref _requests);
        trace.SendAttempts = 1;
        try
        {
            var response = await _invoker.SendAsync(request, stop);
            trace.FirstByteTimestamp = _time.GetTimestamp();
            return response;
        }
        catch (HttpRequestException e) when (e.HttpRequestError is
            HttpRequestError.ConnectionError
            or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError)
        {
            Interlocked.Decrement(ref _requests);
            trace.SendAttempts = 0;
            throw;
        }
        finally
        {
            trace.ResentRequests = TakeResentCount();
            trace.ConnectionOpening = _openings.TryDequeue(out var opening) ? opening : null;
        }
    }

    /// <summary>Counts requests that are about to be written to the connection.</summary>
    public void RecordWrittenRequests(int count) => Interlocked.Add(ref _writtenRequests, count);

    public void Dispose() => _invoker.Dispose();

    // Gets the number of requests that the HTTP handler has sent again since the last call, because the server refused
    // a stream or shut down (GOAWAY). Such requests were written to the connection in addition to those that the load
    // tool made.
    private int TakeResentCount()
    {
        var excess = Interlocked.Read(ref _writtenRequests) - Interlocked.Read(ref _requests);
        for (var seen = Interlocked.Read(ref _reportedResends); excess > seen; seen = Interlocked.Read(
            ref _reportedResends))
        {
            if (Interlocked.CompareExchange(ref _reportedResends, excess, seen) == seen)
                return (int)(excess - seen);
        }

        return 0;
    }
}
