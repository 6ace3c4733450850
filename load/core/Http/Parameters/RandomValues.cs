using System.Buffers.Binary;

namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// Gets a random parameter value, which depends only on the parameter's name, the seed and the index of the request, so
/// that a run can be repeated with any number of connections. Formats are culture-invariant; dates follow ISO 8601.
/// </summary>
internal delegate string RandomValue(int seed, long index);

internal static class RandomValues
{
    private const string Date = "yyyy-MM-dd";
    private const string DateAndTime = $"{Date}'T'HH:mm:ss";

    private static readonly string[] DateFormats = [Date, $"{DateAndTime}K"];

    private static readonly string[] Words =
    [
        "anchor", "apple", "autumn", "basket", "birch", "bridge", "candle", "carbon", "castle", "clover", "copper",
        "desert", "eagle", "ember", "falcon", "forest", "garden", "ginger", "harbour", "hazel", "island", "ivory",
        "jasmine", "kettle", "lantern", "lemon", "marble", "meadow", "ocean", "olive", "pebble", "river",
    ];

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

    // A kind has no example if it takes no bounds. The example stands for bounds that are not given. Create returns null
    // if the bounds are wrong.
    private static readonly (string Name, string? Example, Func<SeededRandomBits, string, RandomValue?> Create)[] All =
    [
        ("RAND_INTEGER", "[1:1000]", (bits, bounds) => ParseBounds<long>(bounds, ParseInteger) is var (min, max)
            ? (seed, index) => Format(bits.GetInteger(seed, index, min, max))
            : null),
        ("RAND_DOUBLE", "[0:1]", (bits, bounds) => ParseBounds<double>(bounds, ParseDouble) is var (min, max)
            ? (seed, index) => Format(double.Lerp(min, max, bits.GetBits(seed, index) / (double)ulong.MaxValue))
            : null),
        ("RAND_DATE", "[2000-01-01:2029-12-31]", (bits, bounds) =>
            CreateDate(bits, bounds, Date, TimeSpan.TicksPerDay)),
        ("RAND_DATETIME", "[2000-01-01T00:00:00:2029-12-31T23:59:59]", (bits, bounds) =>
            CreateDate(bits, bounds, DateAndTime, TimeSpan.TicksPerSecond)),
        ("RAND_DATETIMEOFFSET", "[2000-01-01T00:00:00Z:2029-12-31T23:59:59Z]", (bits, bounds) =>
            CreateDate(bits, bounds, $"{DateAndTime}zzz", TimeSpan.TicksPerSecond)),
        ("RAND_STRING", null, (bits, _) => (seed, index) => Pick(Words, bits, seed, index)),
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
        return kind.Create(new SeededRandomBits(name), parts.Length == 3 ? parts[2] : kind.Example ?? "")
            ?? throw ParseException.Create($"invalid bounds in {placeholder}", suggestion);
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

    private static RandomValue? CreateDate(SeededRandomBits bits, string bounds, string format, long step) =>
        ParseBounds<DateTimeOffset>(bounds, ParseDate) is var (min, max)
            ? (seed, index) => Format(
                new DateTimeOffset(
                    step * bits.GetInteger(seed, index, min.UtcTicks / step, max.UtcTicks / step), TimeSpan.Zero),
                format)
            : null;

    private static string Format(IFormattable value, string? format = null) =>
        value.ToString(format, CultureInfo.InvariantCulture);

    // Bounds are written as [min:max]. A time contains colons too, so each colon is tried as the separator.
    private static (T Min, T Max)? ParseBounds<T>(string text, Func<string, T?> parse)
        where T : struct, IComparable<T>
    {
        if (text is not ['[', .. var inside, ']'])
            return null;
        for (var i = inside.IndexOf(':'); i >= 0; i = inside.IndexOf(':', i + 1))
        {
            if (parse(inside[..i]) is { } min && parse(inside[(i + 1)..]) is { } max && min.CompareTo(max) <= 0)
                return (min, max);
        }

        return null;
    }

    private static long? ParseInteger(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? value : null;

    private static double? ParseDouble(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value)
            ? value
            : null;

    private static DateTimeOffset? ParseDate(string text) => DateTimeOffset.TryParseExact(
        text, DateFormats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var value) ? value : null;
}
