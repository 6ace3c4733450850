using System.Buffers.Binary;
using System.Globalization;

namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// A random parameter value that depends only on the parameter's name, the seed and the index of the request, so that a
/// run can be repeated with any number of connections. Formats are culture-invariant; dates follow ISO 8601.
/// </summary>
internal interface IRandomValue
{
    /// <summary>Gets the random value of a request as text.</summary>
    string GetText(int seed, long index);
}

/// <summary>A random integer in a range.</summary>
internal sealed record RandomInteger(string Name, long Min, long Max) : IRandomValue
{
    private readonly SeededRandomBits _bits = new(Name);

    /// <summary>Gets the random value of a request.</summary>
    public long GetValue(int seed, long index) => SeededRandomBits.ToRange(_bits.GetBits(seed, index), Min, Max);

    public string GetText(int seed, long index) => GetValue(seed, index).ToString(CultureInfo.InvariantCulture);
}

/// <summary>A random floating-point number between two bounds.</summary>
internal sealed class RandomDouble(string name, double min, double max) : IRandomValue
{
    private readonly SeededRandomBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        var share = (_bits.GetBits(seed, index) >> 11) * (1.0 / (1UL << 53));

        // The formula for a random value is not min + share × (max - min), because max - min may be infinite.
        var value = Math.Clamp(min * (1 - share) + max * share, min, max);
        return value.ToString(CultureInfo.InvariantCulture);
    }
}

/// <summary>
/// A random string of the letters A to Z, with a length between a minimum and a maximum, both included.
/// </summary>
internal sealed class RandomString(string name, long minLength, long maxLength) : IRandomValue
{
    private readonly SeededRandomBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        var length = (int)SeededRandomBits.ToRange(_bits.GetBits(seed, index), minLength, maxLength);
        return string.Create(length, (_bits, seed, index), static (letters, state) =>
        {
            for (var i = 0; i < letters.Length; i++)
                letters[i] = (char)SeededRandomBits.ToRange(
                    state._bits.GetBits(state.seed, state.index, i + 1), 'A', 'Z');
        });
    }
}

/// <summary>A random UUID of version 4.</summary>
internal sealed class RandomGuid(string name) : IRandomValue
{
    private readonly SeededRandomBits _bits = new(name);

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
