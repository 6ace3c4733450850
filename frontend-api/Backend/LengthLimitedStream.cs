namespace FrontendApi.Backend;

/// <summary>
/// A response body that is read as a stream, which HttpClient and WebClient do not limit: a body without end would keep
/// its reader busy for good. Counts bytes, and does not look at them.
/// </summary>
internal sealed class LengthLimitedStream(Stream body, long maxBytes) : Stream
{
    private long _bytesRead;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>A token that ends the read between two parts of the body, for a client that has no token itself.</summary>
    public CancellationToken CancellationToken { get; init; }

    /// <summary>Limits a body to the size that a client allows for bodies that it buffers.</summary>
    public static LengthLimitedStream Create(Stream body, HttpClient client) =>
        new(body, client.MaxResponseContentBufferSize);

    /// <exception cref="InvalidDataException">The body has more bytes than are allowed.</exception>
    public override int Read(Span<byte> buffer) => Count(body.Read(buffer));

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    /// <inheritdoc cref="Read(Span{byte})"/>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        Count(await body.ReadAsync(buffer, cancellationToken));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            body.Dispose();
        base.Dispose(disposing);
    }

    private int Count(int bytes)
    {
        CancellationToken.ThrowIfCancellationRequested();
        _bytesRead += bytes;
        return _bytesRead <= maxBytes
            ? bytes
            : throw new InvalidDataException($"The response has more than {maxBytes} bytes (Backend:MaxResponseBytes).");
    }
}
