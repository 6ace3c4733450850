using System.Globalization;
using Load.Diagnostics;

namespace Load.Http.Parameters;

/// <summary>The kinds of random values: the catalogue that errors and help read from.</summary>
internal static class RandomValueKinds
{
    private const long LongestString = 10_000;

    // Name, bounds to try (null: takes none), and the value with the bounds given ("" for none); null if wrong.
    private static readonly (string Name, string? Bounds, Func<string, string, IRandomValue?> Make)[] All =
    [
        ("RAND_INTEGER", "[1:1000]", (name, bounds) => RandomBounds.Parse<long>(bounds, ParseInteger) is var (min, max)
            ? new RandomInteger(name, min, max) : null),
        ("RAND_DOUBLE", "[0:1]", (name, bounds) => RandomBounds.Parse<double>(OrDefault(bounds, "[0:1]"), ParseDouble) is var (min, max)
            ? new RandomDouble(name, min, max) : null),
        ("RAND_STRING", "[5:10]", (name, bounds) => RandomBounds.Parse<long>(OrDefault(bounds, "[5:10]"), ParseLength) is var (min, max)
            ? new RandomString(name, min, max) : null),
        ("RAND_DATE", "[2020-01-01:2020-12-31]", (name, bounds) => CreateDate(name, bounds, RandomDate.Date)),
        ("RAND_DATETIME", "[2020-01-01T00:00:00:2020-12-31T23:59:59]",
            (name, bounds) => CreateDate(name, bounds, RandomDate.DateTime)),
        ("RAND_DATETIMEOFFSET", "[2020-01-01T00:00:00Z:2020-12-31T23:59:59Z]",
            (name, bounds) => CreateDate(name, bounds, RandomDate.WithOffset)),
        ("RAND_NAME", null, (name, bounds) => bounds.Length == 0 ? new RandomName(name) : null),
        ("RAND_GUID", null, (name, bounds) => bounds.Length == 0 ? new RandomGuid(name) : null),
    ];

    public static string Names { get; } = string.Join(", ", All.Select(kind => kind.Name));

    /// <param name="inside">What is between the braces: a name, a kind and maybe bounds.</param>
    /// <exception cref="FormatException">Its message says what was found and what there is.</exception>
    public static IRandomValue Parse(string inside)
    {
        var parts = inside.Split(':', 3);
        var (name, found) = (parts[0], ParameterSet.FormatPlaceholder(inside));
        var kind = Array.Find(All, kind => kind.Name == parts[1]);
        if (kind.Name is null)
            throw ParseException.Create($"unknown kind {parts[1]} in {found}. There is: {Names}", ParameterSet.FormatPlaceholder($"{name}:RAND_INTEGER:[1:1000]"));
        var cure = ParameterSet.FormatPlaceholder($"{name}:{kind.Name}{(kind.Bounds is null ? "" : ":")}{kind.Bounds}");
        if (parts.Length == 3 && kind.Bounds is null)
            throw ParseException.Create($"{found} has bounds, and {kind.Name} takes none", cure);
        return kind.Make(name, parts.Length == 3 ? parts[2] : "")
            ?? throw ParseException.Create($"no bounds in {found}", cure);
    }

    private static RandomDate? CreateDate(string name, string bounds, string format) => bounds.Length == 0
        ? new RandomDate(name, RandomDate.DefaultMin, RandomDate.DefaultMax, format)
        : RandomBounds.Parse<DateTimeOffset>(bounds, RandomDate.Parse) is var (min, max)
            ? new RandomDate(name, min, max, format)
            : null;

    private static string OrDefault(string bounds, string standard) => bounds.Length == 0 ? standard : bounds;

    private static long? ParseInteger(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static long? ParseLength(string text) => ParseInteger(text) is >= 0 and <= LongestString and var length ? length : null;

    private static double? ParseDouble(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number
            : null;
}
