using System.Globalization;

namespace Load.Units;

/// <summary>Numbers as they read: three significant digits, a space between thousands, – if not measured.</summary>
internal static class SignificantDigits
{
    public const string NotMeasured = "–";

    private static readonly NumberFormatInfo Spaced = new() { NumberGroupSeparator = " " };

    public static string FormatCount(long value) => value.ToString("#,0", Spaced);

    public static string FormatWhole(double? value) => value is { } v ? FormatCount((long)Math.Round(v)) : NotMeasured;

    public static string FormatNumber(double? value) => value switch
    {
        null => NotMeasured,
        0 => "0",
        >= 100 or <= -100 => Math.Round(value.Value).ToString("#,0", Spaced),
        >= 10 or <= -10 => value.Value.ToString("0.0", Spaced),
        >= 1 or <= -1 => value.Value.ToString("0.00", Spaced),
        _ => value.Value.ToString("0.000", Spaced),
    };

    public static string FormatRatio(double value) => value switch
    {
        >= 10 => value.ToString("0.0", Spaced),
        >= 0.1 => value.ToString("0.00", Spaced),
        _ => value.ToString("0.000", Spaced),
    };

    /// <summary>Five significant digits: more would only be noise in a file.</summary>
    public static double RoundToFiveDigits(double value) =>
        double.Parse(value.ToString("G5", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    public static double? RoundToFiveDigits(double? value) => value is { } v && double.IsFinite(v) ? RoundToFiveDigits(v) : null;

    public static string FormatSeconds(double value) => value < 60
        ? $"{value.ToString("0.##", Spaced)} s"
        : $"{(int)value / 60} min {(int)value % 60} s";

    public static string FormatClock(double seconds) => $"{(int)seconds / 60}:{(int)seconds % 60:00}";
}
