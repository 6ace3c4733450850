using System.Buffers.Binary;

namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// Gets a random parameter value, which depends only on the parameter's name, the seed and the index of the request, so
/// that a run can be repeated with any number of connections.
/// </summary>
internal delegate string RandomValue(int seed, long index);

internal static class RandomValues
{
    private static readonly string[] FirstNames =
    [
        "Ada", "Ali", "Ana", "Boris", "Chen", "Clara", "Daniel", "Elif", "Emma", "Farah", "Greta", "Hugo", "Ida",
        "Ines", "Ivan", "Jonas", "Kofi", "Lars", "Leila", "Lucia", "Maja", "Marco", "Mei", "Nadia", "Noah", "Olga",
        "Paul", "Rosa", "Sara", "Tariq", "Vera", "Yuki",
    ];

    private static readonly string[] LastNames =
    [
        "Adeyemi", "Berg", "Castillo", "Dubois", "Eriksen", "Fischer", "Garcia", "Hansen", "Ivanova", "Jensen",
        "Kaya", "Kowalski", "Larsen", "Lopez", "Mensah", "Moreau", "Nagy", "Novak", "Okafor", "Petrov", "Quinn",
        "Rossi", "Sato", "Schmidt", "Silva", "Tanaka", "Ueda", "Virtanen", "Wagner", "Wang", "Yilmaz", "Zhang",
    ];

    // A kind has no example if it takes no bounds. Create receives an empty text if no bounds are given, and returns
    // null if the bounds are wrong.
    private static readonly (string Name, string? Example, Func<SeededRandomBits, string, RandomValue?> Create)[] All =
    [
        ("RAND_INTEGER", "[1:1000]", (bits, bounds) => ParseBounds(bounds) is var (min, max)
            ? (seed, index) => bits.GetInteger(seed, index, min, max).ToString(CultureInfo.InvariantCulture)
            : null),
        ("RAND_NAME", null, (bits, _) => (seed, index) =>
            $"{Pick(FirstNames, bits, seed, index)} {Pick(LastNames, bits, seed, index, 1)}"),
        ("RAND_GUID", null, (bits, _) => (seed, index) =>
            GetGuid(bits.GetBits(seed, index), bits.GetBits(seed, index, 1))),
    ];

    public static string Names { get; } = string.Join(", ", All.Select(kind => kind.Name));

    public static RandomValue Parse(string inside)
    {
        var parts = inside.Split(':', 3);
        var (name, placeholder) = (parts[0], ParameterSet.FormatPlaceholder(inside));
        var kind = Array.Find(All, kind => kind.Name == parts[1]);
        if (kind.Name is null)
        {
            throw ParseException.Create(
                $"unknown kind of random value {parts[1]} in {placeholder}. Valid kinds: {Names}",
                ParameterSet.FormatPlaceholder($"{name}:RAND_INTEGER:[1:1000]"));
        }

        var separator = kind.Example is null ? "" : ":";
        var suggestion = ParameterSet.FormatPlaceholder($"{name}:{kind.Name}{separator}{kind.Example}");
        if (parts.Length == 3 && kind.Example is null)
            throw ParseException.Create($"{placeholder} has bounds, but {kind.Name} takes none", suggestion);
        return kind.Create(new SeededRandomBits(name), parts.Length == 3 ? parts[2] : "")
            ?? throw ParseException.Create($"missing or invalid bounds in {placeholder}", suggestion);
    }

    private static string Pick(string[] texts, SeededRandomBits bits, int seed, long index, int draw = 0) =>
        texts[bits.GetInteger(seed, index, 0, texts.Length - 1, draw)];

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
        text is ['[', .. var inside, ']'] && inside.Split(':') is [var first, var last]
            && ParseInteger(first) is { } min && ParseInteger(last) is { } max && min <= max
            ? (min, max)
            : null;

    private static long? ParseInteger(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? value : null;
}
