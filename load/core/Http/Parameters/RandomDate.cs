using System.Globalization;

namespace TwoTier.Load.Http.Parameters;

/// <summary>A random date, or a random date and time to the second, in a range whose ends are included.</summary>
internal sealed class RandomDate(string name, DateTimeOffset min, DateTimeOffset max, string format) : IRandomValue
{
    public const string DateFormat = "yyyy-MM-dd";
    public const string DateTimeFormat = "yyyy-MM-dd'T'HH:mm:ss";
    public const string DateTimeWithOffsetFormat = DateTimeFormat + "zzz";

    // The default range of random dates is fixed, because a range that ended today would give other values tomorrow.
    public static readonly DateTimeOffset DefaultMin = new(2000, 1, 1, 0, 0, 0, TimeSpan.Zero);
    public static readonly DateTimeOffset DefaultMax = new(2029, 12, 31, 0, 0, 0, TimeSpan.Zero);

    private static readonly string[] Formats = [DateFormat, DateTimeFormat, DateTimeFormat + "K"];

    private readonly SeededRandomBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        var step = format == DateFormat ? TimeSpan.TicksPerDay : TimeSpan.TicksPerSecond;
        var steps = SeededRandomBits.ToRange(_bits.GetBits(seed, index), min.UtcTicks / step, max.UtcTicks / step);
        var value = new DateTimeOffset(steps * step, TimeSpan.Zero);

        // The UTC offset of the random date is random too, because a server must accept any offset. The offset is zero
        // in the years 1 and 9999, in which another offset could lead to a date that DateTimeOffset does not support.
        if (format == DateTimeWithOffsetFormat && value.Year is > 1 and < 9999)
        {
            var offset = SeededRandomBits.ToRange(_bits.GetBits(seed, index, 1), -11, 14);
            value = value.ToOffset(TimeSpan.FromHours(offset));
        }

        return value.ToString(format, CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// Parses the start or the end of a range of dates. Returns null if the text is not a date or a date and time.
    /// </summary>
    public static DateTimeOffset? Parse(string text) => DateTimeOffset.TryParseExact(
        text, Formats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var value) ? value : null;
}
