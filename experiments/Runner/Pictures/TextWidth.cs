namespace Experiments.Pictures;

/// <summary>Estimates the width of text from above, by DejaVu Sans: no usual system font is wider.</summary>
internal static class TextWidth
{
    private const double BoldFactor = 1.12;

    private static readonly (string Characters, double Width)[] Widths =
    [
        (" \u00a0ijlI.,:;'|", 0.34),
        ("frt()[]-/", 0.42),
        ("sczJ", 0.56),
        ("abdeghknopquvxyLF0123456789", 0.64),
        ("×÷≠±●◐○↻", 0.9),
        ("mwMW%", 1.0),
    ];

    public static double Estimate(string text, double fontSize, bool isBold = false) =>
        text.Sum(GetWidth) * fontSize * (isBold ? BoldFactor : 1);

    // The widest capitals are O and Q. What is not known is taken for as wide as the font is high.
    private static double GetWidth(char character) =>
        Widths.FirstOrDefault(one => one.Characters.Contains(character)) is { Width: > 0 and var width } ? width
            : char.IsAscii(character) ? 0.8 : 1;
}
