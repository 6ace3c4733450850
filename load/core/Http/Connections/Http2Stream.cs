namespace TwoTier.Load.Http.Connections;

/// <summary>
/// The stream of an HTTP/2 connection, without the encryption of TLS. It counts the requests that the client writes.
/// </summary>
internal sealed class Http2Stream(Stream inner, Http2Connection connection) : WrappedStream(inner)
{
    private readonly Stream _inner = inner;
    private readonly Http2FrameReader _frames = new();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        connection.RecordWrittenRequests(_frames.CountHeadersFrames(buffer.Span));
        return _inner.WriteAsync(buffer, cancellationToken);
    }
}
