namespace TwoTier.Load.Units;

internal static class Number
{
    /// <summary>Parses a number that is finite and not negative.</summary>
    public static bool TryParse(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number)
        // The flags of NumberStyles cannot exclude "Infinity" and "NaN".
        && double.IsFinite(number)
        && number >= 0;

    /// <summary>Parses a share of a whole as users type it, in percent: <c>99%</c>, <c>0.1%</c>.</summary>
    public static double ParseShare(string text) =>
        text.EndsWith('%') && TryParse(text[..^1], out var percent) && percent <= 100
            ? percent / 100
            : throw ParseException.CreateForUnexpectedText(text, "a percentage from 0% to 100%");
}
