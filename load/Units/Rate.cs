using Load.Diagnostics;

namespace Load.Units;

/// <summary>A rate as users type it: <c>1000/s</c>, <c>90/m</c>, <c>0.5/s</c>.</summary>
/// <param name="Text">The text of the rate as the user typed it, which help and tables show.</param>
/// <param name="PerSecond">The rate in events per second.</param>
internal sealed record Rate(string Text, double PerSecond)
{
    private const double MaxPerSecond = 1_000_000;
    private static readonly (string Unit, double Seconds)[] Units = [("/s", 1), ("/m", 60), ("/h", 3600)];

    public override string ToString() => Text;

    /// <summary>Parses a rate above 0 and up to 1,000,000 per second.</summary>
    /// <exception cref="FormatException">
    /// The text is not a rate in that range. The message says what is expected.
    /// </exception>
    public static Rate Parse(string text)
    {
        var (unit, seconds) = Units.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        if (unit is null || !Number.TryParse(text[..^unit.Length], out var number))
            throw ParseException.CreateForUnexpectedText(text, "a number and a unit of time (/s, /m or /h)", "1000/s");

        return number > 0 && number / seconds <= MaxPerSecond
            ? new Rate(text, number / seconds)
            : throw ParseException.CreateForUnexpectedText(text, "a rate of more than 0 and at most 1000000/s");
    }

    /// <summary>Parses several rates that are separated by commas.</summary>
    /// <exception cref="FormatException">One of the texts is not a rate. The message says what is expected.</exception>
    public static Rate[] ParseList(string text) =>
        [.. text.Split(',', StringSplitOptions.TrimEntries).Select(Parse)];
}

/// <summary>A rate that changes from one value to another, as users type it: <c>100/s..1000/s</c>.</summary>
/// <param name="From">The rate at the start.</param>
/// <param name="To">The rate at the end.</param>
internal sealed record RateRange(Rate From, Rate To)
{
    public override string ToString() => $"{From}..{To}";

    /// <summary>Parses a range of rates: two rates with two dots between them.</summary>
    /// <exception cref="FormatException">
    /// The text is not a range of rates. The message says what is expected.
    /// </exception>
    public static RateRange Parse(string text) => text.Split("..") is [var from, var to]
        ? new RateRange(Rate.Parse(from), Rate.Parse(to))
        : throw ParseException.CreateForUnexpectedText(text, "two rates with .. between them", "100/s..1000/s");
}
