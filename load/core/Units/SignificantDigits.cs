namespace TwoTier.Load.Units;

/// <summary>Formats numbers for people, with three significant digits and a space between thousands.</summary>
internal static class SignificantDigits
{
    public const string NotMeasured = "–";

    private static readonly NumberFormatInfo SpaceGroupedFormat = new() { NumberGroupSeparator = " " };

    /// <summary>Formats a count with all digits: <c>12 345</c>.</summary>
    public static string FormatCount(long value) => value.ToString("#,0", SpaceGroupedFormat);

    /// <summary>Formats a number rounded to an integer: <c>12 345</c>.</summary>
    public static string FormatInteger(double? value) =>
        value is { } v ? FormatCount((long)Math.Round(v)) : NotMeasured;

    /// <summary>With all digits before the decimal point if there are more than three: <c>1.23</c>.</summary>
    public static string FormatNumber(double? value) => value switch
    {
        null => NotMeasured,
        0 => "0",
        >= 100 or <= -100 => Math.Round(value.Value).ToString("#,0", SpaceGroupedFormat),
        >= 10 or <= -10 => value.Value.ToString("0.0", SpaceGroupedFormat),
        >= 1 or <= -1 => value.Value.ToString("0.00", SpaceGroupedFormat),
        _ => value.Value.ToString("0.000", SpaceGroupedFormat),
    };

    /// <summary>Formats a number with its interval, if it has one: <c>12.1 [11.5, 13.0]</c>.</summary>
    public static string FormatWithInterval(double? value, double? lo, double? hi) =>
        FormatNumber(value) + (lo is null ? "" : $" [{FormatNumber(lo)}, {FormatNumber(hi)}]");

    /// <summary>Formats a ratio, with at least two decimals if it is below 10: <c>1.07</c>.</summary>
    public static string FormatRatio(double value) => value switch
    {
        >= 10 => value.ToString("0.0", SpaceGroupedFormat),
        >= 0.1 => value.ToString("0.00", SpaceGroupedFormat),
        _ => value.ToString("0.000", SpaceGroupedFormat),
    };

    /// <summary>Rounds a number for a result file. Further digits would only be noise.</summary>
    public static double RoundToFiveDigits(double value) =>
        double.Parse(value.ToString("G5", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>Returns null if the number was not measured or is not finite.</summary>
    public static double? RoundToFiveDigits(double? value) =>
        value is { } v && double.IsFinite(v) ? RoundToFiveDigits(v) : null;

    /// <summary>Formats a duration in seconds: <c>2.5 s</c>, or <c>3 min 20 s</c> from a minute on.</summary>
    public static string FormatSeconds(double value) => value < 60
        ? $"{value.ToString("0.##", SpaceGroupedFormat)} s"
        : $"{(int)value / 60} min {(int)value % 60} s";
}
