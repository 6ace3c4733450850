using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// The stream of an HTTP/1.1 connection, without the encryption of TLS. It counts the request heads that are written,
/// records when the first byte of an answer arrives, keeps the HTTP handler from sending a request a second time, and
/// parses the responses as a <see cref="DirectConnection"/> does.
/// </summary>
/// <remarks>
/// The handler sends a request without a body again if the server closes a reused connection before it answers. The
/// server may have processed the request, so this stream reports the end of the connection as an error, which the
/// handler passes on. If the connection has ended before any part of the request was sent, nothing is written to it, and
/// the request is sent on a new connection: the server then gets it once. The parser also sees what the handler accepts
/// or hides: two different lengths, bytes that belong to no response, and the end of a connection of HTTP/1.0.
/// </remarks>
internal sealed class Http1Stream : WrappedStream
{
    private const int IdleState = 0;
    private const int AwaitingAnswerState = 1;
    private const int AnswerState = 2;
    private const int EndedState = 3;
    private const int ProxyAuthenticationRequired = 407;

    private readonly Stream _inner;
    private readonly Http1Connection _connection;
    private readonly SocketReceiver? _receiver;
    private readonly ResponseParser _parser = new();
    private readonly List<byte> _unparsed = [];
    private ConnectionOpening? _opening;
    private long _requestNumber;
    private bool _isTunnel;
    private int _state;

    public Http1Stream(Stream inner, Http1Connection connection, ConnectionOpening opening)
        : base(inner)
    {
        (_inner, _connection, _opening) = (inner, connection, opening);
        if (inner is NetworkStream socket)
            _receiver = new SocketReceiver(socket.Socket, ObserveRead);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        // Through a tunnel, the requests have a stream of their own.
        _isTunnel |= buffer.Span.StartsWith("CONNECT "u8);
        if (_isTunnel || _requestNumber == _connection.RequestNumber)
            return _inner.WriteAsync(buffer, cancellationToken);
        _parser.Start(buffer.Span.StartsWith("HEAD "u8));
        if (Interlocked.Exchange(ref _state, AwaitingAnswerState) == EndedState)
        {
            _state = EndedState;
            _connection.RecordEndedConnection();
            return ValueTask.FromException(new IOException("the connection had ended before the request"));
        }

        _requestNumber = _connection.RequestNumber;
        _connection.RecordSendAttempt(_opening);
        _opening = null;
        return _inner.WriteAsync(buffer, cancellationToken);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        _receiver is null ? ReadOverTlsAsync(buffer, cancellationToken) : _receiver.ReceiveAsync(buffer);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReadOverTlsAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        var read = await _inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        ObserveRead(buffer.Span, read);
        return read;
    }

    private void ObserveRead(ReadOnlySpan<byte> buffer, int read)
    {
        if (_isTunnel || buffer.IsEmpty)
            return;
        if (read == 0)
        {
            if (Interlocked.Exchange(ref _state, EndedState) == AwaitingAnswerState)
                throw new ConnectionClosedEarlyException();
            return;
        }

        switch (Interlocked.CompareExchange(ref _state, EndedState, IdleState))
        {
            case IdleState:
                _connection.RecordUnexpectedBytes();
                throw new IOException("the server sent bytes that belong to no response");
            case AwaitingAnswerState:
                _connection.RecordFirstByte(_requestNumber);
                _state = AnswerState;
                break;
        }

        if (_state == AnswerState)
            Parse(buffer[..read]);
    }

    private void Parse(ReadOnlySpan<byte> bytes)
    {
        if (_unparsed.Count > 0)
        {
            _unparsed.AddRange(bytes);
            bytes = CollectionsMarshal.AsSpan(_unparsed);
        }

        var rest = bytes[_parser.Parse(bytes, null)..].ToArray();
        _unparsed.Clear();
        if (!_parser.IsComplete)
        {
            _unparsed.AddRange(rest);
        }
        else if (rest.Length > 0)
        {
            _connection.RecordUnexpectedBytes();
            Volatile.Write(ref _state, EndedState);
        }
        else if (_parser.Status == ProxyAuthenticationRequired)
        {
            // The handler may send the same request again, with the credentials that the proxy asks for.
            _parser.Start(_parser.IsHead);
        }
        else
        {
            Volatile.Write(ref _state, _parser.IsLastOnConnection ? EndedState : IdleState);
        }
    }
}

/// <summary>
/// The exception for a connection that the server closed after a request was sent and before the first byte of the
/// response.
/// </summary>
internal sealed class ConnectionClosedEarlyException()
    : IOException("the connection was closed after the request was sent, without an answer");
