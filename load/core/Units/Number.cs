namespace TwoTier.Load.Units;

internal static class Number
{
    /// <summary>Parses a number that is finite and not negative.</summary>
    public static bool TryParse(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number)
        // The flags of NumberStyles cannot exclude "Infinity" and "NaN".
        && double.IsFinite(number)
        && number >= 0;
}
