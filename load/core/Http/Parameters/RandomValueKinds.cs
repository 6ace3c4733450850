using System.Globalization;

namespace TwoTier.Load.Http.Parameters;

/// <summary>The catalog of kinds of random values, which parsing, help and error messages use.</summary>
internal static class RandomValueKinds
{
    private const long MaxStringLength = 10_000;

    // A kind of random value. ExampleBounds is null if the kind has no bounds. Create receives empty texts if no bounds
    // are given, and returns null if the bounds are wrong.
    private static readonly (string Name, string? ExampleBounds, Func<string, string, IRandomValue?> Create)[] All =
    [
        ("RAND_INTEGER", "[1:1000]", (name, bounds) =>
            ParseBounds<long>(bounds, ParseInteger) is var (min, max) ? new RandomInteger(name, min, max) : null),
        ("RAND_DOUBLE", "[0:1]", (name, bounds) =>
            ParseBounds<double>(GetBoundsOrDefault(bounds, "[0:1]"), ParseDouble) is var (min, max)
                ? new RandomDouble(name, min, max)
                : null),
        ("RAND_STRING", "[5:10]", (name, bounds) =>
            bounds.Length == 0 ? new RandomWord(name)
                : ParseBounds<long>(bounds, ParseLength) is var (min, max) ? new RandomString(name, min, max)
                : null),
        ("RAND_DATE", "[2020-01-01:2020-12-31]", (name, bounds) => CreateDate(name, bounds, RandomDate.DateFormat)),
        ("RAND_DATETIME", "[2020-01-01T00:00:00:2020-12-31T23:59:59]", (name, bounds) =>
            CreateDate(name, bounds, RandomDate.DateTimeFormat)),
        ("RAND_DATETIMEOFFSET", "[2020-01-01T00:00:00Z:2020-12-31T23:59:59Z]", (name, bounds) =>
            CreateDate(name, bounds, RandomDate.DateTimeWithOffsetFormat)),
        ("RAND_NAME", null, (name, bounds) => bounds.Length == 0 ? new RandomName(name) : null),
        ("RAND_GUID", null, (name, bounds) => bounds.Length == 0 ? new RandomGuid(name) : null),
    ];

    /// <summary>The names of all kinds of random values, separated by commas.</summary>
    public static string Names { get; } = string.Join(", ", All.Select(kind => kind.Name));

    /// <summary>Parses the declaration of a random parameter.</summary>
    public static IRandomValue Parse(string inside)
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

        var separator = kind.ExampleBounds is null ? "" : ":";
        var suggestion = ParameterSet.FormatPlaceholder($"{name}:{kind.Name}{separator}{kind.ExampleBounds}");
        if (parts.Length == 3 && kind.ExampleBounds is null)
            throw ParseException.Create($"{placeholder} has bounds, but {kind.Name} takes none", suggestion);
        return kind.Create(name, parts.Length == 3 ? parts[2] : "")
            ?? throw ParseException.Create($"missing or invalid bounds in {placeholder}", suggestion);
    }

    private static RandomDate? CreateDate(string name, string bounds, string format) => bounds.Length == 0
        ? new RandomDate(name, RandomDate.DefaultMin, RandomDate.DefaultMax, format)
        : ParseBounds<DateTimeOffset>(bounds, RandomDate.Parse) is var (min, max)
            ? new RandomDate(name, min, max, format)
            : null;

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

    private static string GetBoundsOrDefault(string bounds, string defaultBounds) =>
        bounds.Length == 0 ? defaultBounds : bounds;

    private static long? ParseInteger(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? value : null;

    private static long? ParseLength(string text) =>
        ParseInteger(text) is >= 0 and <= MaxStringLength and var length ? length : null;

    private static double? ParseDouble(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value)
            ? value
            : null;
}
