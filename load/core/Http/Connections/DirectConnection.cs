using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A TCP connection over which one request after the other is sent with HTTP/1.1, without an HTTP handler in between.
/// Each request is written once. The connection ends with the first response that fails or that is the last one.
/// </summary>
/// <remarks>
/// A receive is always under way, also between two requests: it notices that the server has closed the connection, or
/// that it sends what nobody has asked for, before the next request is written. An exchange ends when both the sending
/// and the receiving have ended, which may happen on different threads.
/// </remarks>
internal sealed class DirectConnection : SocketAsyncEventArgs, IValueTaskSource<CompletedResponse>
{
    private const int IdleState = 0;
    private const int ExchangeState = 1;
    private const int EndedState = 2;
    private const int UnexpectedBytesState = 3;
    private const int SmallBufferBytes = 4 * 1024;
    private const int LargeBufferBytes = 32 * 1024;
    private static readonly TimeSpan LongestUnwatched = TimeSpan.FromMilliseconds(1);

    private readonly Socket _socket;
    private readonly TimeProvider _time;
    private readonly RequestTrace _trace;
    private readonly ResponseParser _parser = new();
    private ConnectionOpening? _opening;
    private ManualResetValueTaskSourceCore<CompletedResponse> _source;
    private CancellationToken _stop;
    private CancellationTokenRegistration _stopRegistration;
    private BodyBuffer? _body;
    private byte[] _buffer = new byte[SmallBufferBytes];
    private int _start;
    private int _end;
    private int _state;
    private int _openHalves;
    private long _idleSince;
    private volatile bool _isSending;
    private bool _isLastRequest;
    private Exception? _error;

    private DirectConnection(Socket socket, ConnectionOpening opening, RequestTrace trace, TimeProvider time)
        : base(true)
    {
        (_socket, _opening, _trace, _time) = (socket, opening, trace, time);
        Receive();
    }

    /// <summary>Whether the server has sent bytes between two requests.</summary>
    public bool HasUnexpectedBytes => Volatile.Read(ref _state) == UnexpectedBytesState;

    /// <summary>Opens a connection.</summary>
    public static async Task<DirectConnection> OpenAsync(
        RequestBytes request, Connector connector, RequestTrace trace, TimeProvider time, CancellationToken stop)
    {
        var started = time.GetTimestamp();
        var socket = await connector.ConnectSocketAsync(request.Server, stop);
        return new DirectConnection(
            socket, new ConnectionOpening(time.GetElapsedTime(started), null), trace, time);
    }

    /// <summary>Sends a request, unless the connection has ended.</summary>
    /// <returns>False if the connection has ended. No part of the request was sent then.</returns>
    public bool TrySend(
        RequestBytes request, BodyBuffer? body, CancellationToken stop, out ValueTask<CompletedResponse> response)
    {
        // Whatever the receiving needs is set before the exchange begins, because a server may answer at any time.
        response = default;
        _source.Reset();
        _parser.Start(request.IsHead);
        (_body, _isLastRequest, _openHalves) = (body, request.IsLastOnConnection, 2);
        if (_stop != stop)
        {
            _stopRegistration.Dispose();
            _stop = stop;
            _stopRegistration = stop.UnsafeRegister(static connection => ((DirectConnection)connection!).Close(), this);
        }

        if (HasEndedUnnoticed() || Interlocked.CompareExchange(ref _state, ExchangeState, IdleState) != IdleState)
            return false;
        _trace.SendAttempts = 1;
        (_trace.ConnectionOpening, _opening) = (_opening, null);
        response = new ValueTask<CompletedResponse>(this, _source.Version);
        Send(request.Bytes);
        return true;
    }

    public CompletedResponse GetResult(short token) => _source.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    /// <summary>Ends the connection. No exchange may be under way.</summary>
    public void End()
    {
        EndIdle();
        _stopRegistration.Dispose();
        Dispose();
    }

    protected override void OnCompleted(SocketAsyncEventArgs e)
    {
        if (ReadReceived())
            Receive();
    }

    // The thread that receives may be late on a busy machine. A server that has closed the connection must not get a
    // request on it.
    private bool HasEndedUnnoticed()
    {
        if (_time.GetElapsedTime(_idleSince) < LongestUnwatched)
            return false;
        try
        {
            if (!_socket.Poll(0, SelectMode.SelectRead))
                return false;
            var state = _socket.Available > 0 ? UnexpectedBytesState : EndedState;
            Interlocked.CompareExchange(ref _state, state, IdleState);
            Close();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The receiving has ended the connection meanwhile.
        }

        return true;
    }

    private void Send(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            var sending = _socket.SendAsync(bytes, SocketFlags.None, CancellationToken.None);
            if (!sending.IsCompleted)
            {
                _ = EndSendAsync(sending);
                return;
            }

            sending.GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The receiving ends too, with the reason or with an answer that was sent before.
        }

        EndHalf();
    }

    private async Task EndSendAsync(ValueTask<int> sending)
    {
        _isSending = true;
        Interlocked.MemoryBarrier();

        // A server may answer without reading the whole request. The rest is then not sent.
        if (Volatile.Read(ref _openHalves) == 1)
            EndIdle();
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // See Send.
        }

        _isSending = false;
        EndHalf();
    }

    private void EndHalf()
    {
        switch (Interlocked.Decrement(ref _openHalves))
        {
            case 0 when _error is { } error:
                _source.SetException(error);
                break;
            case 0:
                _source.SetResult(new CompletedResponse(_parser.Status, _parser.BodyBytes));
                break;
            case 1 when _isSending:
                EndIdle();
                break;
        }
    }

    private void Receive()
    {
        do
        {
            SetBuffer(_buffer.AsMemory(_end));
            try
            {
                if (_socket.ReceiveAsync(this))
                    return;
            }
            catch (ObjectDisposedException)
            {
                SocketError = SocketError.OperationAborted;
            }
        }
        while (ReadReceived());
    }

    // Reads what was received, and returns whether to receive more.
    private bool ReadReceived()
    {
        var read = SocketError == SocketError.Success ? BytesTransferred : 0;
        var idleState = read > 0 ? UnexpectedBytesState : EndedState;
        if (Interlocked.CompareExchange(ref _state, idleState, IdleState) != ExchangeState)
        {
            Close();
            return false;
        }

        if (read == 0)
        {
            Fail();
            return false;
        }

        if (_trace.FirstByteTimestamp == 0)
            _trace.FirstByteTimestamp = _time.GetTimestamp();
        _end += read;
        try
        {
            _start += _parser.Parse(_buffer.AsSpan(_start, _end - _start), _body);
        }
        catch (Exception e) when (e is IOException or HttpRequestException)
        {
            Fail(e);
            return false;
        }

        if (_parser.IsComplete)
        {
            EndExchange();
            return false;
        }

        MakeRoom();
        return true;
    }

    private void MakeRoom()
    {
        var rest = _buffer.AsSpan(_start, _end - _start);
        if (_end == _buffer.Length && (_end < LargeBufferBytes || 2 * rest.Length > _end))
            _buffer = new byte[Math.Max(LargeBufferBytes, 2 * rest.Length)];
        rest.CopyTo(_buffer);
        (_start, _end) = (0, rest.Length);
    }

    // The connection is idle, and receives again, before the requester knows of the response.
    private void EndExchange()
    {
        _trace.HasUnexpectedBytes |= _start < _end;
        if (_parser.IsLastOnConnection || _isLastRequest || _start < _end)
        {
            Volatile.Write(ref _state, EndedState);
            Close();
        }
        else
        {
            (_start, _end) = (0, 0);
            _idleSince = _time.GetTimestamp();
            Volatile.Write(ref _state, IdleState);
            Receive();
        }

        EndHalf();
    }

    private void Fail()
    {
        if (_stop.IsCancellationRequested)
            Fail(new OperationCanceledException(_stop));
        else if (SocketError != SocketError.Success)
            Fail(new SocketException((int)SocketError));
        else if (_parser.TryEnd())
            EndExchange();
        else if (_trace.FirstByteTimestamp == 0)
            Fail(new ConnectionClosedEarlyException());
        else
            Fail(new HttpIOException(HttpRequestError.ResponseEnded));
    }

    private void Fail(Exception error)
    {
        _error = error;
        Volatile.Write(ref _state, EndedState);
        Close();
        EndHalf();
    }

    private void EndIdle()
    {
        Interlocked.CompareExchange(ref _state, EndedState, IdleState);
        Close();
    }

    private void Close() => _socket.Dispose();
}

/// <summary>
/// Records what the client did on the wire for one request: which part of the request was reached, when the answer
/// began, and how often the request was sent. A channel reuses one trace for all of its requests.
/// </summary>
internal sealed class RequestTrace
{
    /// <summary>
    /// The number of times that the client wrote the head of the request. It is above 1 if the client sent the request
    /// again.
    /// </summary>
    public int SendAttempts { get; set; }

    /// <summary>
    /// The number of requests that the HTTP client sent again and that the server may have processed twice, as noticed
    /// while the traced request was sent. With HTTP/2, they may be other requests on the same connection.
    /// </summary>
    public int ResentRequests { get; set; }

    /// <summary>
    /// The number of further requests that were sent again after the server had said that it had not processed them.
    /// They, too, may be other requests on the same connection.
    /// </summary>
    public int ReplayedRequests { get; set; }

    /// <summary>
    /// The number of streams that the server allowed when the request had to wait for a free one; null if it did not
    /// wait.
    /// </summary>
    public long? StreamLimit { get; set; }

    /// <summary>
    /// The timestamp of the HEADERS frame with HTTP/2, less the time that the connection took to open if the request
    /// waited for it; 0 with HTTP/1.1, where a request is written at once.
    /// </summary>
    public long SentTimestamp { get; set; }

    /// <summary>The timestamp at which the first byte of the answer arrived; 0 if none arrived.</summary>
    public long FirstByteTimestamp { get; set; }

    /// <summary>The time that it took to open the connection; null if the request reused a connection.</summary>
    public ConnectionOpening? ConnectionOpening { get; set; }

    /// <summary>
    /// Whether the client closed a connection because the server had sent bytes that belong to no response.
    /// </summary>
    public bool HasUnexpectedBytes { get; set; }

    /// <summary>Whether the request was sent, at least in part.</summary>
    public bool IsSent => SendAttempts > 0;

    /// <summary>Clears the recorded values before the next request.</summary>
    public void Reset()
    {
        (SendAttempts, ResentRequests, ReplayedRequests) = (0, 0, 0);
        (SentTimestamp, FirstByteTimestamp, StreamLimit) = (0, 0, null);
        (ConnectionOpening, HasUnexpectedBytes) = (null, false);
    }
}

/// <summary>The time that it took to open a connection.</summary>
internal sealed record ConnectionOpening(TimeSpan Connect, TimeSpan? Tls);
