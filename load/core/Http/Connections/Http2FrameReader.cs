using System.Buffers.Binary;

namespace TwoTier.Load.Http.Connections;

// Reads the frames of one direction, split over several reads or writes, with the beginning of each payload.
internal sealed class Http2FrameReader(int bytesBeforeFrames)
{
    private const int HeaderLength = 9;
    private const int KeptPayloadLength = 60;

    private readonly byte[] _kept = new byte[HeaderLength + KeptPayloadLength];
    private int _bytesToSkip = bytesBeforeFrames;
    private int _position;

    public Http2FrameType Type => (Http2FrameType)_kept[3];

    public int Stream => ReadInt32(_kept.AsSpan(5));

    /// <summary>Whether the last frame has the lowest flag: END_STREAM, or ACK in a frame of settings.</summary>
    public bool HasLowestFlag => (_kept[4] & 1) != 0;

    /// <summary>Whether the last frame has the flag END_HEADERS: no further frame continues its headers.</summary>
    public bool EndsHeaders => (_kept[4] & 4) != 0;

    public ReadOnlySpan<byte> Payload => _kept.AsSpan(HeaderLength, Math.Min(PayloadLength, KeptPayloadLength));

    private int PayloadLength => (_kept[0] << 16) | (_kept[1] << 8) | _kept[2];

    /// <summary>Reads an integer of 31 bits, such as the id of a stream. The bit before it has no meaning.</summary>
    public static int ReadInt32(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadInt32BigEndian(bytes) & int.MaxValue;

    /// <summary>Reads up to the end of the next frame, and removes it; false if the bytes end before.</summary>
    public bool TryRead(ref ReadOnlySpan<byte> bytes)
    {
        var skipped = Math.Min(_bytesToSkip, bytes.Length);
        _bytesToSkip -= skipped;
        bytes = bytes[skipped..];
        while (bytes.Length > 0)
        {
            var length = _position < HeaderLength ? HeaderLength : HeaderLength + PayloadLength;
            var taken = Math.Min(length - _position, bytes.Length);
            var kept = Math.Clamp(_kept.Length - _position, 0, taken);
            bytes[..kept].CopyTo(_kept.AsSpan(Math.Min(_kept.Length, _position)));
            _position += taken;
            bytes = bytes[taken..];
            if (_position < HeaderLength || _position < HeaderLength + PayloadLength)
                continue;
            _position = 0;
            return true;
        }

        return false;
    }
}

internal enum Http2FrameType : byte
{
    Data = 0,
    Headers = 1,
    ResetStream = 3,
    Settings = 4,
    GoAway = 7,
}
