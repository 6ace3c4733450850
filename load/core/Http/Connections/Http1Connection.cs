using System.Net.Security;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A connection over which one request after the other is sent with HTTP/1.1. Each request is written once. The
/// connection ends with the first response that fails or that is the last one.
/// </summary>
/// <remarks>
/// A receive is always under way, also between two requests: it notices that the server has closed the connection, or
/// that it sends what nobody has asked for, before the next request is written. An exchange ends when both the sending
/// and the receiving have ended, which may happen on different threads.
/// </remarks>
internal sealed class Http1Connection : IValueTaskSource<CompletedResponse>
{
    private const int IdleState = 0;
    private const int ExchangeState = 1;
    private const int EndedState = 2;
    private const int UnexpectedBytesState = 3;
    private const int SmallBufferBytes = 4 * 1024;
    private const int LargeBufferBytes = 32 * 1024;
    private static readonly TimeSpan LongestUnwatched = TimeSpan.FromMilliseconds(1);

    private readonly Socket _socket;
    private readonly Stream _stream;
    private readonly TimeProvider _time;
    private readonly RequestTrace _trace;
    private readonly ResponseParser _parser = new();
    private readonly Action _continueReceiving;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _reading;
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
    {
        (_socket, _stream, _opening, _trace, _time) = (opened.Socket, opened.Stream, opened.Opening, trace, time);
        _continueReceiving = () =>
        {
            if (ReadReceived())
                Receive();
        };
        Receive();
    }

    public bool HasUnexpectedBytes => Volatile.Read(ref _state) == UnexpectedBytesState;

    public Exception GetEndError() => HasUnexpectedBytes
        ? new HttpRequestException(
            HttpRequestError.InvalidResponse, "The server sent bytes before it had received a request")
        : _readError ?? new HttpIOException(HttpRequestError.ResponseEnded);

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
        _ = SendAsync(request.Bytes);
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
        // The stream ends the connection (FIN). A socket that still receives would abort it (RST).
        if (Interlocked.CompareExchange(ref _state, EndedState, IdleState) == IdleState)
            _stream.Dispose();
        Close();
        _stopRegistration.Dispose();
    }

    // The thread that receives may be late on a busy machine. A server that has closed the connection must not get a
    // request on it. A new connection has not been idle.
    private bool HasEndedUnnoticed()
    {
        if (_idleSince == 0 || _time.GetElapsedTime(_idleSince) < LongestUnwatched)
            return false;
        try
        {
            if (!_socket.Poll(0, SelectMode.SelectRead))
                return false;

            // With TLS, the bytes may announce the end of the connection.
            var state = _socket.Available > 0 && _stream is not SslStream ? UnexpectedBytesState : EndedState;
            Interlocked.CompareExchange(ref _state, state, IdleState);
            Close();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The receiving has ended the connection meanwhile.
        }

        return true;
    }

    private async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            var sending = _stream.WriteAsync(bytes, CancellationToken.None);
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
            // The receiving ends too, with the reason or with an answer that was sent before.
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
            case 0 when _error is ConnectionClosedEarlyException && _sendError is { } reset:
                _source.SetException(reset);
                break;
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
            try
            {
#pragma warning disable CA2012 // EndRead consumes it once. An async method would allocate for each answer.
                _reading = _stream.ReadAsync(_buffer.AsMemory(_end)).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
                if (!_reading.IsCompleted)
                {
                    _reading.UnsafeOnCompleted(_continueReceiving);
                    return;
                }
            }
            catch (Exception e)
            {
                _readError = e;
            }
        }
        while (ReadReceived());
    }

    // Reads what was received, and returns whether to receive more.
    private bool ReadReceived()
    {
        var read = EndRead();
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

    private int EndRead()
    {
        try
        {
            return _readError is null ? _reading.GetResult() : 0;
        }
        catch (Exception e)
        {
            _readError = e;
            return 0;
        }
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
        else if (_readError is not null)
            Fail(_readError);
        else if (_stream is not TlsStream { IsCut: true } && _parser.TryEnd())
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

    private void Close()
    {
        _socket.Dispose();
        _stream.Dispose();
    }
}

internal sealed class ConnectionClosedEarlyException()
    : IOException("the connection was closed after the request was sent, without an answer");
