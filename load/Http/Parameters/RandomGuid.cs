using System.Buffers.Binary;

namespace Load.Http.Parameters;

/// <summary>A version 4 UUID.</summary>
internal sealed class RandomGuid(string name) : IRandomValue
{
    private readonly SeededBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, _bits.GetBits(seed, index));
        BinaryPrimitives.WriteUInt64BigEndian(bytes[8..], _bits.GetBits(seed, index, 1));
        bytes[6] = (byte)(bytes[6] & 0x0F | 0x40);
        bytes[8] = (byte)(bytes[8] & 0x3F | 0x80);
        return new Guid(bytes, bigEndian: true).ToString();
    }
}
