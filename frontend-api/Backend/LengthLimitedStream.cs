namespace FrontendApi.Backend;

/// <summary>
/// A response body that is read as a stream, which neither client limits. Counts bytes, and does not look at them.
/// </summary>
internal sealed class LengthLimitedStream(Stream body, long maxBytes, CancellationToken stop = default) : Stream
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

    public override int Read(Span<byte> buffer) => Count(body.Read(buffer));

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken) =>
        Count(await body.ReadAsync(buffer, cancellationToken));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        body.Dispose();
        base.Dispose(disposing);
    }

    private int Count(int bytes)
    {
        stop.ThrowIfCancellationRequested();
        _bytesRead += bytes;
        return _bytesRead <= maxBytes ? bytes : throw new InvalidDataException($"More than {maxBytes} bytes.");
    }
}
