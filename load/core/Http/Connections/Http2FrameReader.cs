namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Reads the frames that an HTTP/2 client writes, and counts its requests. Each request has one HEADERS frame, because
/// the client sends no trailers. A frame may be split over several writes.
/// </summary>
internal sealed class Http2FrameReader
{
    private const int PrefaceLength = 24;
    private const int HeaderLength = 9;
    private const int TypeOffset = 3;
    private const byte HeadersType = 1;

    private readonly byte[] _header = new byte[HeaderLength];
    private int _headerBytes;
    private int _bytesToSkip = PrefaceLength;

    /// <summary>Counts the HEADERS frames that begin in the given bytes, which follow those of the last call.</summary>
    public int CountHeadersFrames(ReadOnlySpan<byte> bytes)
    {
        var heads = 0;
        while (bytes.Length > 0)
        {
            var skipped = Math.Min(_bytesToSkip, bytes.Length);
            _bytesToSkip -= skipped;
            bytes = bytes[skipped..];
            var taken = Math.Min(HeaderLength - _headerBytes, bytes.Length);
            bytes[..taken].CopyTo(_header.AsSpan(_headerBytes));
            _headerBytes += taken;
            bytes = bytes[taken..];
            if (_headerBytes < HeaderLength)
                continue;
            _headerBytes = 0;
            _bytesToSkip = (_header[0] << 16) | (_header[1] << 8) | _header[2];
            heads += _header[TypeOffset] == HeadersType ? 1 : 0;
        }

        return heads;
    }
}
