namespace TwoTier.Load.Scenarios;

/// <summary>Parses what numbers, times and switches have in common.</summary>
internal static class TextValues
{
    public static bool ParseSwitch(this SourceSpan span) => bool.TryParse(span.Text, out var value)
        ? value
        : throw ParseException.CreateForUnexpectedText(span.Text, "true or false");

    public static int ParseInteger(this SourceSpan span, int min = 0, int max = int.MaxValue) =>
        int.TryParse(span.Text, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : throw ParseException.CreateForUnexpectedText(span.Text, $"a number from {min} to {max}");

    public static TimeSpan ParseTime(this SourceSpan span, int minMs = 0) =>
        Duration.Parse(span.Text, TimeSpan.FromMilliseconds(minMs));

    public static string ParseUrlPath(this SourceSpan span) => span.Text.StartsWith('/')
        ? span.Text
        : throw ParseException.CreateForUnexpectedText(span.Text, "a path that begins with '/'", "/api/x");

    public static string ParseFileName(this SourceSpan span)
    {
        const int maxLength = 100;
        return span.Text.Length is > 0 and <= maxLength
            && span.Text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
                ? span.Text
                : throw ParseException.CreateForUnexpectedText(
                    span.Text, $"up to {maxLength} letters, digits, '-', '_' or '.', because files get this name");
    }

    public static string ParseFilePath(this SourceSpan span) =>
        span.Text.Length > 0 && Path.GetFileName(span.Text).Length > 0 && !Directory.Exists(span.Text)
            ? span.Text
            : throw ParseException.CreateForUnexpectedText(span.Text, "the path of a file");
}
