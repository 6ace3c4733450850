using System.Globalization;

namespace Load.Http.Parameters;

/// <summary>A date, or a time of a date to the second; both bounds included.</summary>
internal sealed class RandomDate(string name, DateTimeOffset min, DateTimeOffset max, string format) : IRandomValue
{
    public const string Date = "yyyy-MM-dd";
    public const string DateTime = "yyyy-MM-dd'T'HH:mm:ss";
    public const string WithOffset = DateTime + "zzz";

    // A fixed range: one that ends today would not repeat tomorrow.
    public static readonly DateTimeOffset DefaultMin = new(2000, 1, 1, 0, 0, 0, TimeSpan.Zero);
    public static readonly DateTimeOffset DefaultMax = new(2029, 12, 31, 0, 0, 0, TimeSpan.Zero);

    private static readonly string[] Formats = [Date, DateTime, DateTime + "K"];

    private readonly SeededBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        var step = format == Date ? TimeSpan.TicksPerDay : TimeSpan.TicksPerSecond;
        var steps = SeededBits.ToRange(_bits.GetBits(seed, index), min.UtcTicks / step, max.UtcTicks / step);
        var at = new DateTimeOffset(steps * step, TimeSpan.Zero);

        // A random offset, since a server must read any; not where it would leave the calendar.
        if (format == WithOffset && at.Year is > 1 and < 9999)
            at = at.ToOffset(TimeSpan.FromHours(SeededBits.ToRange(_bits.GetBits(seed, index, 1), -11, 14)));
        return at.ToString(format, CultureInfo.InvariantCulture);
    }

    public static DateTimeOffset? Parse(string text) => DateTimeOffset.TryParseExact(
        text, Formats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at) ? at : null;
}
