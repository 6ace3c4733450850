using System.Globalization;

namespace Load.Units;

/// <summary>A number as people type it: digits, and maybe a point with digits after it.</summary>
internal static class Number
{
    // NumberStyles alone would let Infinity and NaN pass.
    public static bool TryParse(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number)
        && double.IsFinite(number)
        && number >= 0;
}
