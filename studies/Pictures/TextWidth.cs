namespace Studies.Pictures;

/// <summary>Estimates the width of text from above, by DejaVu Sans: no usual system font is wider.</summary>
internal static class TextWidth
{
    private const double BoldFactor = 1.12;

    private static readonly (string Characters, double Width)[] Widths =
    [
        (" \u00a0ijlI.,:;'|", 0.34),
        ("frt()[]-/", 0.42),
        ("mwMW%", 1.0),
        ("sczJ", 0.56),
        ("abdeghknopquvxyLF", 0.64),
        ("0123456789", 0.64),
        ("×÷≠±●◐○↻", 0.9),
    ];

    public static double Estimate(string text, double fontSize, bool isBold = false) =>
        text.Sum(GetWidth) * fontSize * (isBold ? BoldFactor : 1);

    private static double GetWidth(char character)
    {
        foreach (var (characters, width) in Widths)
        {
            if (characters.Contains(character, StringComparison.Ordinal))
                return width;
        }

        // The widest capitals are O and Q. What is not known is taken for as wide as the font is high.
        return char.IsAscii(character) ? 0.8 : 1;
    }
}
