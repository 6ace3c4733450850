using System.Buffers.Binary;

namespace TwoTier.Show.Traces;

/// <summary>
/// Reads the fields of a Protocol Buffers message (https://protobuf.dev/programming-guides/encoding/).
/// </summary>
internal static class ProtobufFields
{
    private const int MaxVarintBytes = 10;

    /// <summary>Gets the values of one field of a message, in the order of the message.</summary>
    public static IEnumerable<ProtobufValue> Read(ReadOnlyMemory<byte> message, int field)
    {
        var values = new List<ProtobufValue>();
        while (message.Length > 0)
        {
            var tag = ReadVarint(ref message);
            var value = (tag & 7) switch
            {
                0 => new ProtobufValue(default, (long)ReadVarint(ref message)),
                1 => new ProtobufValue(default, BinaryPrimitives.ReadInt64LittleEndian(Take(ref message, 8).Span)),
                2 => new ProtobufValue(Take(ref message, ReadVarint(ref message)), 0),
                5 => new ProtobufValue(default, BinaryPrimitives.ReadInt32LittleEndian(Take(ref message, 4).Span)),
                var type => throw new FormatException($"unknown wire type {type}"),
            };
            if (tag >> 3 == (ulong)field)
                values.Add(value);
        }

        return values;
    }

    private static ReadOnlyMemory<byte> Take(ref ReadOnlyMemory<byte> message, ulong length)
    {
        if (length > (ulong)message.Length)
            throw new FormatException("the message ends within a field");
        var bytes = message[..(int)length];
        message = message[(int)length..];
        return bytes;
    }

    private static ulong ReadVarint(ref ReadOnlyMemory<byte> message)
    {
        var value = 0UL;
        for (var i = 0; i < MaxVarintBytes; i++)
        {
            var next = Take(ref message, 1).Span[0];
            value |= (ulong)(next & 0x7f) << (7 * i);
            if (next < 0x80)
                return value;
        }

        throw new FormatException("a number is too long");
    }
}

/// <summary>The value of a field.</summary>
internal readonly record struct ProtobufValue(ReadOnlyMemory<byte> Bytes, long Number);
