using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Receives from a socket, one reading after the other, and shows each result to an observer before the reader gets it.
/// The observer costs neither an allocation nor a further continuation, unlike an <c>await</c> around the reading.
/// </summary>
internal sealed class SocketReceiver(Socket socket, Action<ReadOnlySpan<byte>, int> observe)
    : SocketAsyncEventArgs(true), IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _source;

    /// <summary>Receives at most as many bytes as the buffer has room for.</summary>
    public ValueTask<int> ReceiveAsync(Memory<byte> buffer)
    {
        _source.Reset();
        SetBuffer(buffer);
        try
        {
            if (!socket.ReceiveAsync(this))
                Complete();
        }
        catch (ObjectDisposedException e)
        {
            throw new IOException("the connection was closed", e);
        }

        return new ValueTask<int>(this, _source.Version);
    }

    public int GetResult(short token) => _source.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    protected override void OnCompleted(SocketAsyncEventArgs e) => Complete();

    private void Complete()
    {
        if (SocketError != SocketError.Success)
        {
            var error = new SocketException((int)SocketError);
            _source.SetException(new IOException(error.Message, error));
            return;
        }

        try
        {
            observe(MemoryBuffer.Span, BytesTransferred);
        }
        catch (Exception e) when (e is IOException or HttpRequestException)
        {
            _source.SetException(e);
            return;
        }

        _source.SetResult(BytesTransferred);
    }
}
