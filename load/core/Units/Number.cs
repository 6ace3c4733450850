using System.Globalization;

namespace TwoTier.Load.Units;

/// <summary>A number as users type it: digits, and optionally a point with more digits.</summary>
internal static class Number
{
    /// <summary>Parses a number that is finite and not negative.</summary>
    public static bool TryParse(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number)
        // The flags of NumberStyles cannot exclude "Infinity" and "NaN".
        && double.IsFinite(number)
        && number >= 0;
}
