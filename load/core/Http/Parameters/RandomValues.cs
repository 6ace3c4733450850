using System.Buffers.Binary;

namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// Gets a random parameter value, which depends only on the parameter's name, the seed and the index of the request, so
/// that a run can be repeated with any number of connections. Formats are culture-invariant; dates follow ISO 8601.
/// </summary>
internal delegate string RandomValue(int seed, long index);

internal static class RandomValues
{
    private const string DateFormat = "yyyy-MM-dd";
    private const string DateTimeFormat = "yyyy-MM-dd'T'HH:mm:ss";
    private const string DateTimeWithOffsetFormat = DateTimeFormat + "zzz";
    private const long MaxStringLength = 10_000;

    // The default range of random dates is fixed, because a range that ended today would give other values tomorrow.
    private const string DefaultDates = "[2000-01-01:2029-12-31]";

    private static readonly string[] DateFormats = [DateFormat, DateTimeFormat, DateTimeFormat + "K"];

    private static readonly string[] Words =
    [
        "anchor", "apple", "autumn", "basket", "birch", "bridge", "butter", "candle", "carbon", "castle", "circle",
        "clover", "copper", "cotton", "desert", "dolphin", "eagle", "ember", "engine", "falcon", "feather", "forest",
        "galaxy", "garden", "ginger", "glacier", "hammer", "harbour", "hazel", "island", "ivory", "jasmine", "kettle",
        "ladder", "lantern", "lemon", "marble", "meadow", "mirror", "mountain", "needle", "nutmeg", "ocean", "olive",
        "orchard", "paper", "pebble", "pepper", "pigeon", "planet", "quarry", "rabbit", "ribbon", "river", "saddle",
        "silver", "spruce", "sugar", "thunder", "timber", "tunnel", "valley", "velvet", "walnut", "willow", "winter",
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

    // A kind has no example if it takes no bounds. Create receives an empty text if no bounds are given, and returns
    // null if the bounds are wrong.
    private static readonly (string Name, string? Example, Func<SeededRandomBits, string, RandomValue?> Create)[] All =
    [
        ("RAND_INTEGER", "[1:1000]", (bits, bounds) => ParseBounds<long>(bounds, ParseInteger) is var (min, max)
            ? (seed, index) => bits.GetInteger(seed, index, min, max).ToString(CultureInfo.InvariantCulture)
            : null),
        ("RAND_DOUBLE", "[0:1]", (bits, bounds) =>
            ParseBounds<double>(bounds.Length == 0 ? "[0:1]" : bounds, ParseDouble) is var (min, max)
                ? (seed, index) => GetDouble(bits.GetBits(seed, index), min, max)
                : null),
        ("RAND_STRING", "[5:10]", (bits, bounds) =>
            bounds.Length == 0 ? (seed, index) => Pick(Words, bits, seed, index)
            : ParseBounds<long>(bounds, ParseLength) is var (min, max)
                ? (seed, index) => GetLetters(bits, seed, index, (int)bits.GetInteger(seed, index, min, max))
            : null),
        ("RAND_DATE", "[2020-01-01:2020-12-31]", (bits, bounds) => CreateDate(bits, bounds, DateFormat)),
        ("RAND_DATETIME", "[2020-01-01T00:00:00:2020-12-31T23:59:59]", (bits, bounds) =>
            CreateDate(bits, bounds, DateTimeFormat)),
        ("RAND_DATETIMEOFFSET", "[2020-01-01T00:00:00Z:2020-12-31T23:59:59Z]", (bits, bounds) =>
            CreateDate(bits, bounds, DateTimeWithOffsetFormat)),
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

    private static string GetDouble(ulong bits, double min, double max)
    {
        var share = (bits >> 11) * (1.0 / (1UL << 53));

        // The formula is not min + share × (max - min), because max - min may be infinite.
        return Math.Clamp(min * (1 - share) + max * share, min, max).ToString(CultureInfo.InvariantCulture);
    }

    private static string GetLetters(SeededRandomBits bits, int seed, long index, int length) =>
        string.Create(length, (bits, seed, index), static (letters, state) =>
        {
            for (var i = 0; i < letters.Length; i++)
                letters[i] = (char)state.bits.GetInteger(state.seed, state.index, 'A', 'Z', i + 1);
        });

    private static string GetGuid(ulong first, ulong second)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, first);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[8..], second);
        bytes[6] = (byte)(bytes[6] & 0x0F | 0x40);
        bytes[8] = (byte)(bytes[8] & 0x3F | 0x80);
        return new Guid(bytes, bigEndian: true).ToString();
    }

    private static RandomValue? CreateDate(SeededRandomBits bits, string bounds, string format)
    {
        if (ParseBounds<DateTimeOffset>(bounds.Length == 0 ? DefaultDates : bounds, ParseDate) is not var (min, max))
            return null;
        var step = format == DateFormat ? TimeSpan.TicksPerDay : TimeSpan.TicksPerSecond;
        return (seed, index) =>
        {
            var steps = bits.GetInteger(seed, index, min.UtcTicks / step, max.UtcTicks / step);
            var value = new DateTimeOffset(steps * step, TimeSpan.Zero);

            // The offset is random too, because a server must accept any offset. It is zero in the years 1 and 9999, in
            // which another offset could lead to a date that DateTimeOffset does not support.
            if (format == DateTimeWithOffsetFormat && value.Year is > 1 and < 9999)
                value = value.ToOffset(TimeSpan.FromHours(bits.GetInteger(seed, index, -11, 14, 1)));
            return value.ToString(format, CultureInfo.InvariantCulture);
        };
    }

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

    private static long? ParseLength(string text) =>
        ParseInteger(text) is >= 0 and <= MaxStringLength and var length ? length : null;

    private static double? ParseDouble(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value)
            ? value
            : null;

    private static DateTimeOffset? ParseDate(string text) => DateTimeOffset.TryParseExact(
        text, DateFormats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var value) ? value : null;
}
