using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// The stream of an HTTP/1.1 connection, without the encryption of TLS. It counts the request heads that are written,
/// records when the first byte of an answer arrives, and keeps the HTTP handler from sending a request a second time.
/// </summary>
/// <remarks>
/// The handler sends a request without a body again if the server closes a reused connection before it answers. The
/// server may have processed the request, so this stream reports the end of the connection as an error, which the
/// handler passes on. If the server closed the connection before any part of the request was sent, nothing is written
/// to it, and the handler sends the request on a new connection: the server then gets it once.
/// </remarks>
internal sealed class Http1Stream : WrappedStream
{
    private const int OpenState = 0;
    private const int AwaitingAnswerState = 1;
    private const int EndedState = 2;

    private readonly Stream _inner;
    private readonly Http1Connection _connection;
    private readonly SocketReceiver? _receiver;
    private ConnectionOpening? _opening;
    private long _requestNumber;
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
        if (_requestNumber == _connection.RequestNumber)
            return _inner.WriteAsync(buffer, cancellationToken);
        if (Interlocked.Exchange(ref _state, AwaitingAnswerState) == EndedState)
        {
            _state = EndedState;
            _connection.IsUnsent = true;
            return ValueTask.CompletedTask;
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
        ObserveRead(read, buffer.Length);
        return read;
    }

    private void ObserveRead(int read, int length)
    {
        if (read > 0)
        {
            if (Volatile.Read(ref _state) == AwaitingAnswerState)
                RecordFirstByte();
        }
        else if (length > 0 && Interlocked.Exchange(ref _state, EndedState) == AwaitingAnswerState)
        {
            throw new ConnectionClosedEarlyException();
        }
    }

    private void RecordFirstByte()
    {
        _connection.RecordFirstByte(_requestNumber);
        Volatile.Write(ref _state, OpenState);
    }
}

/// <summary>
/// The exception for a connection that the server closed after a request was sent and before the first byte of the
/// response.
/// </summary>
internal sealed class ConnectionClosedEarlyException()
    : IOException("the connection was closed after the request was sent, without an answer");
