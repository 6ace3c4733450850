using System.Net.Sockets;

namespace TwoTier.Load.Http.Connections;

/// <summary>A stream that passes everything on to another stream, unless a method is overridden.</summary>
internal abstract class WrappedStream(Stream inner) : Stream
{
    public sealed override bool CanRead => true;

    public sealed override bool CanWrite => true;

    public sealed override bool CanSeek => false;

    public sealed override long Length => throw new NotSupportedException();

    public sealed override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        inner.ReadAsync(buffer, cancellationToken);

    public override ValueTask WriteAsync(
        ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        inner.WriteAsync(buffer, cancellationToken);

    public sealed override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public sealed override Task<int> ReadAsync(
        byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public sealed override Task WriteAsync(
        byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    // The HTTP handler and TLS only use the asynchronous methods, because every request is sent asynchronously.
    public sealed override void Flush() => throw new NotSupportedException();

    public sealed override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public sealed override void SetLength(long value) => throw new NotSupportedException();

    public sealed override async ValueTask DisposeAsync()
    {
        await inner.DisposeAsync();
        await base.DisposeAsync();
    }

    protected sealed override void Dispose(bool disposing)
    {
        if (disposing)
            inner.Dispose();
        base.Dispose(disposing);
    }
}

/// <summary>
/// The stream of a socket, which hides the <see cref="NetworkStream"/> from the HTTP handler. The handler would ask a
/// NetworkStream for the remote address, which throws if the connection has already been reset.
/// </summary>
internal sealed class SocketStream(NetworkStream inner) : WrappedStream(inner)
{
    /// <summary>The wrapped stream. Its direct use saves one method call for each reading and writing.</summary>
    public NetworkStream Inner { get; } = inner;
}
