using System.Buffers.Binary;

namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// Gets a random parameter value, which depends only on the parameter's name, the seed and the index of the request, so
/// that a run can be repeated with any number of connections.
/// </summary>
internal delegate string RandomValue(int seed, long index);

internal static class RandomValues
{
    private const string Example = "RAND_INTEGER:[1:1000]";

    public static RandomValue Parse(string inside)
    {
        var parts = inside.Split(':', 3);
        var (bits, placeholder) = (new SeededRandomBits(parts[0]), ParameterSet.FormatPlaceholder(inside));
        return parts[1..] switch
        {
            ["RAND_GUID"] => (seed, index) => GetGuid(bits.GetBits(seed, index), bits.GetBits(seed, index, 1)),
            ["RAND_INTEGER"] => CreateInteger(bits, 1, 1000),
            ["RAND_INTEGER", var bounds] when ParseBounds(bounds) is var (min, max) => CreateInteger(bits, min, max),
            ["RAND_INTEGER", _] => throw CreateError($"invalid bounds in {placeholder}"),
            ["RAND_GUID", _] => throw CreateError($"{placeholder} has bounds, but RAND_GUID takes none"),
            _ => throw CreateError(
                $"unknown kind of random value {parts[1]} in {placeholder}. Valid kinds: RAND_INTEGER, RAND_GUID"),
        };

        ParseException CreateError(string problem) =>
            ParseException.Create(problem, ParameterSet.FormatPlaceholder($"{parts[0]}:{Example}"));
    }

    private static RandomValue CreateInteger(SeededRandomBits bits, long min, long max) =>
        (seed, index) => bits.GetInteger(seed, index, min, max).ToString(CultureInfo.InvariantCulture);

    private static string GetGuid(ulong first, ulong second)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, first);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[8..], second);
        bytes[6] = (byte)(bytes[6] & 0x0F | 0x40);
        bytes[8] = (byte)(bytes[8] & 0x3F | 0x80);
        return new Guid(bytes, bigEndian: true).ToString();
    }

    // Bounds are written as [min:max].
    private static (long Min, long Max)? ParseBounds(string text) =>
        text is ['[', .. var inside, ']']
        && inside.Split(':') is [var least, var most]
        && long.TryParse(least, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var min)
        && long.TryParse(most, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var max)
        && min <= max ? (min, max) : null;
}
