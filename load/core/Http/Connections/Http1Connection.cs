using System.Threading.Tasks.Sources;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A connection over which one request after the other is sent with HTTP/1.1. Each request is written once. The
/// connection ends with the first response that fails or that is the last one.
/// </summary>
/// <remarks>
/// A receive is always under way, also between two requests: it notices that the server has closed the connection, or
/// that it sends what nobody has asked for, before the next request is written. An exchange ends when both the sending
/// and the receiving have ended, which may happen on different threads. Without TLS, the connection is itself the
/// arguments of its receives, because each layer between the socket and the requester costs time on each request.
/// </remarks>
internal sealed class Http1Connection : SocketAsyncEventArgs, IValueTaskSource<CompletedResponse>
{
    private const int IdleState = 0;
    private const int ExchangeState = 1;
    private const int EndedState = 2;
    private const int UnexpectedBytesState = 3;
    private const int SmallBufferBytes = 4 * 1024;
    private const int LargeBufferBytes = 32 * 1024;
    private static readonly TimeSpan LongestUnwatched = TimeSpan.FromMilliseconds(1);

    private readonly Socket _socket;
    private readonly TlsStream? _tls;
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
    private Exception? _readError;
    private SocketException? _sendError;

    public Http1Connection(OpenedConnection opened, RequestTrace trace, TimeProvider time)
        : base(true)
    {
        (_socket, _tls, _opening, _trace, _time) = (opened.Socket, opened.Tls, opened.Opening, trace, time);

        // A server may read slowly or not at all, and the thread that sends is also the one that receives.
        _socket.Blocking = _tls is not null;
        Receive();
    }

    // After an error, the number of bytes is that of an earlier receive.
    private int Received => SocketError is SocketError.Success ? BytesTransferred : 0;

    public bool HasUnexpectedBytes => Volatile.Read(ref _state) == UnexpectedBytesState;

    public Exception GetEndError() => HasUnexpectedBytes
        ? new HttpRequestException(
            HttpRequestError.InvalidResponse, "The server sent bytes before it had received a request")
        : GetReadError() ?? new HttpIOException(HttpRequestError.ResponseEnded);

    /// <summary>Sends a request, unless the connection has ended.</summary>
    /// <returns>False if the connection has ended. No part of the request was sent then.</returns>
    public bool TrySend(
        RequestBytes request, BodyBuffer? body, CancellationToken stop, out ValueTask<CompletedResponse> response)
    {
        // Whatever the receiving needs is set before the exchange begins, because a server may answer at any time.
        response = default;
        _source.Reset();
        _parser.Start(request.IsHead, _trace.Head);
        _sendError = null;
        (_body, _isLastRequest, _openHalves) = (body, request.IsLastOnConnection, 2);
        if (_stop != stop)
        {
            _stopRegistration.Dispose();
            _stop = stop;
            _stopRegistration = stop.UnsafeRegister(static connection => ((Http1Connection)connection!).Close(), this);
        }

        if (HasEndedUnnoticed() || Interlocked.CompareExchange(ref _state, ExchangeState, IdleState) != IdleState)
            return false;
        _trace.IsSent = true;
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
        // The connection ends (FIN). A socket that still receives would abort it (RST).
        if (Interlocked.CompareExchange(ref _state, EndedState, IdleState) == IdleState)
            Shutdown();
        Close();
        _stopRegistration.Dispose();
    }

    protected override void OnCompleted(SocketAsyncEventArgs e)
    {
        if (ReadReceived(Received))
            Receive();
    }

    private void Shutdown()
    {
        try
        {
            _tls?.Dispose();
            _socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The server, or the end of the run, has ended the connection meanwhile.
        }
    }

    // The thread that receives may be late on a busy machine. A server that has closed the connection must not get a
    // request on it. A new connection has not been idle.
    private bool HasEndedUnnoticed()
    {
        if (_idleSince == 0 || _time.GetElapsedTime(_idleSince, _trace.StartTimestamp) < LongestUnwatched)
            return false;
        try
        {
            if (!_socket.Poll(0, SelectMode.SelectRead))
                return false;

            // With TLS, the bytes may announce the end of the connection.
            var state = _socket.Available > 0 && _tls is null ? UnexpectedBytesState : EndedState;
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
        var (sent, error) = (0, SocketError.WouldBlock);
        try
        {
            if (_tls is null)
                sent = _socket.Send(bytes.Span, SocketFlags.None, out error);
        }
        catch (ObjectDisposedException)
        {
            error = SocketError.OperationAborted;
        }

        if (error is SocketError.WouldBlock || (error is SocketError.Success && sent < bytes.Length))
        {
            _ = SendRestAsync(bytes[sent..]);
            return;
        }

        // The receiving ends too, with the reason or with an answer that was sent before.
        if (error is not SocketError.Success)
            _sendError = new SocketException((int)error);
        EndHalf();
    }

    private async Task SendRestAsync(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            var sending = _tls?.WriteAsync(bytes).AsTask() ?? _socket.SendAsync(bytes).AsTask();
            if (!sending.IsCompleted)
            {
                _isSending = true;
                Interlocked.MemoryBarrier();

                // A server may answer without reading the whole request. The rest is then not sent.
                if (Volatile.Read(ref _openHalves) == 1)
                    EndIdle();
            }

            await sending.ConfigureAwait(false);
        }
        catch (Exception e)
        {
            _sendError = e.GetBaseException() as SocketException;
        }

        _isSending = false;
        EndHalf();
    }

    private void EndHalf()
    {
        switch (Interlocked.Decrement(ref _openHalves))
        {
            // Linux reports a reset once: to the sending, or to the receiving, which otherwise sees an end.
            case 0:
                var error = _error is ConnectionClosedEarlyException ? _sendError ?? _error : _error;
                _source.SetResult(new CompletedResponse(_parser.Status, _parser.BodyBytes) { Error = error });
                break;
            case 1 when _isSending:
                EndIdle();
                break;
        }
    }

    private void Receive()
    {
        if (_tls is not null)
        {
            _ = ReceiveAsync(_tls);
            return;
        }

        try
        {
            do
            {
                if (Offset != _end || Count != _buffer.Length - _end)
                    SetBuffer(_buffer, _end, _buffer.Length - _end);
                if (_socket.ReceiveAsync(this))
                    return;
            }
            while (ReadReceived(Received));
        }
        catch (ObjectDisposedException e)
        {
            _readError = e;
            ReadReceived(0);
        }
    }

    private async Task ReceiveAsync(TlsStream tls)
    {
        int read;
        do
        {
            try
            {
                read = await tls.ReadAsync(_buffer.AsMemory(_end)).ConfigureAwait(false);
            }
            catch (Exception e)
            {
                (read, _readError) = (0, e);
            }
        }
        while (ReadReceived(read));
    }

    // Reads what was received, and returns whether to receive more.
    private bool ReadReceived(int read)
    {
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
        _trace.EndTimestamp = _time.GetTimestamp();
        _trace.HasUnexpectedBytes |= _start < _end;
        if (_parser.IsLastOnConnection || _isLastRequest || _start < _end)
        {
            Volatile.Write(ref _state, EndedState);
            Close();
        }
        else
        {
            (_start, _end) = (0, 0);
            _idleSince = _trace.EndTimestamp;
            Volatile.Write(ref _state, IdleState);
            Receive();
        }

        EndHalf();
    }

    private void Fail()
    {
        if (_stop.IsCancellationRequested)
            Fail(new OperationCanceledException(_stop));
        else if (GetReadError() is { } error)
            Fail(error);
        else if (_tls is not { IsCut: true } && _parser.TryEnd())
            EndExchange();
        else if (_trace.FirstByteTimestamp == 0)
            Fail(new ConnectionClosedEarlyException());
        else
            Fail(new HttpIOException(HttpRequestError.ResponseEnded));
    }

    private void Fail(Exception error)
    {
        (_error, _trace.EndTimestamp) = (error, _time.GetTimestamp());
        Volatile.Write(ref _state, EndedState);
        Close();
        EndHalf();
    }

    private void EndIdle()
    {
        Interlocked.CompareExchange(ref _state, EndedState, IdleState);
        Close();
    }

    private void Close()
    {
        _socket.Dispose();
        _tls?.Dispose();
    }

    private Exception? GetReadError() =>
        _readError ?? (SocketError is SocketError.Success ? null : new SocketException((int)SocketError));
}

internal sealed class ConnectionClosedEarlyException()
    : IOException("the connection was closed after the request was sent, without an answer");
