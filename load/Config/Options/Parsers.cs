using System.Globalization;
using Load.Diagnostics;
using Load.Units;

namespace Load.Config.Options;

/// <summary>Ways to read a value that several keys have.</summary>
internal static class Parsers
{
    private const int LongestName = 100;

    public static string Any(string text) => text;

    public static bool Switch(string text) => bool.TryParse(text, out var value)
        ? value
        : throw ParseException.CreateUnexpected(text, "true or false");

    public static Func<string, int> Whole(int min, int max) => text =>
        int.TryParse(text, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : throw ParseException.CreateUnexpected(text, $"{min} to {max}");

    public static Func<string, Duration> Time(TimeSpan min) => text => Duration.Parse(text, min);

    public static string FileName(string text) =>
        text.Length is > 0 and <= LongestName && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? text
            : throw ParseException.CreateUnexpected(text, $"up to {LongestName} letters, digits, - _ . only: it names files");

    public static string File(string text) => text.Length > 0 && Path.GetFileName(text).Length > 0 && !Directory.Exists(text)
        ? text
        : throw ParseException.CreateUnexpected(text, "a file");
}
