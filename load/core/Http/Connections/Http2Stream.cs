using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// The stream of an HTTP/2 connection, without the encryption of TLS. It knows from the frames in both directions which
/// requests were written, and what became of each: answered, not processed as the server says, or lost.
/// </summary>
internal sealed class Http2Stream(Stream inner, Http2Connection connection) : Stream
{
    private const int PrefaceLength = 24;
    private const int SettingLength = 6;
    private const int MaxConcurrentStreams = 3;
    private const int RefusedStream = 7;

    private readonly Http2FrameReader _written = new(PrefaceLength);
    private readonly Http2FrameReader _read = new(0);

    // The streams whose request was written and whose answer has not ended. Writing and reading are on two threads.
    private readonly HashSet<int> _openStreams = [];
    private int _lastProcessedStream = int.MaxValue;

    public override bool CanRead => true;
    public override bool CanWrite => true;
    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ObserveWritten(buffer.Span);
        return inner.WriteAsync(buffer, cancellationToken);
    }

    // The HTTP handler waits for bytes with an empty buffer.
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        buffer.IsEmpty ? inner.ReadAsync(buffer, cancellationToken) : ReadAndObserveAsync(buffer, cancellationToken);

    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    // The HTTP handler only uses the asynchronous methods.
    public override void Flush() => throw new NotSupportedException();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            inner.Dispose();
        base.Dispose(disposing);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReadAndObserveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        var read = await inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        lock (_openStreams)
        {
            if (read == 0)
                connection.CountLost(_openStreams.Count);
            ObserveRead(buffer.Span[..read]);
        }

        return read;
    }

    private void ObserveWritten(ReadOnlySpan<byte> bytes)
    {
        lock (_openStreams)
        {
            while (_written.TryRead(ref bytes))
            {
                if (_written.Type == Http2FrameType.ResetStream)
                    _openStreams.Remove(_written.Stream);
                else if (_written.Type == Http2FrameType.Headers)
                    ObserveRequest(_written.Stream);
            }
        }
    }

    // Each request has one HEADERS frame, because the client sends no trailers.
    private void ObserveRequest(int stream)
    {
        connection.CountWritten();
        if (stream > _lastProcessedStream)
            connection.CountNotProcessed();
        else
            _openStreams.Add(stream);
    }

    private void ObserveRead(ReadOnlySpan<byte> bytes)
    {
        while (_read.TryRead(ref bytes))
        {
            switch (_read.Type)
            {
                case Http2FrameType.Data when _read.HasLowestFlag:
                case Http2FrameType.Headers when _read.HasLowestFlag && _read.EndsHeaders:
                    _openStreams.Remove(_read.Stream);
                    break;
                case Http2FrameType.ResetStream when _read.Payload.Length == 4 && _openStreams.Remove(_read.Stream):
                    ObserveReset(Http2FrameReader.ReadInt32(_read.Payload));
                    break;
                case Http2FrameType.GoAway when _read.Payload.Length >= 8:
                    ObserveGoAway(Http2FrameReader.ReadInt32(_read.Payload));
                    break;
                case Http2FrameType.Settings when !_read.HasLowestFlag:
                    ObserveSettings(_read.Payload);
                    break;
            }
        }
    }

    private void ObserveReset(int error)
    {
        if (error == RefusedStream)
            connection.CountNotProcessed();
        else
            connection.CountLost(1);
    }

    private void ObserveGoAway(int lastProcessedStream)
    {
        _lastProcessedStream = lastProcessedStream;
        for (var count = _openStreams.RemoveWhere(stream => stream > lastProcessedStream); count > 0; count--)
            connection.CountNotProcessed();
    }

    private void ObserveSettings(ReadOnlySpan<byte> settings)
    {
        for (; settings.Length >= SettingLength; settings = settings[SettingLength..])
        {
            if (BinaryPrimitives.ReadInt16BigEndian(settings) == MaxConcurrentStreams)
                connection.SetStreamLimit(BinaryPrimitives.ReadUInt32BigEndian(settings[2..]));
        }
    }
}
