using System.Globalization;

namespace TwoTier.Load.Cli.Config.Options;

/// <summary>Parsers for types of values that several option keys have in common.</summary>
internal static class Parsers
{
    private const int MaxNameLength = 100;

    public static string ParseText(string text) => text;

    public static bool ParseBoolean(string text) => bool.TryParse(text, out var value)
        ? value
        : throw ParseException.CreateForUnexpectedText(text, "true or false");

    /// <summary>Creates a parser for whole numbers in a range, both ends included.</summary>
    public static Func<string, int> IntegerParser(int min, int max) => text =>
        int.TryParse(text, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : throw ParseException.CreateForUnexpectedText(text, $"a number from {min} to {max}");

    /// <summary>Creates a parser for durations that are not shorter than a minimum.</summary>
    public static Func<string, Duration> DurationParser(TimeSpan min) => text => Duration.Parse(text, min);

    /// <summary>Parses a name that is used as part of file names.</summary>
    public static string ParseFileName(string text) =>
        text.Length is > 0 and <= MaxNameLength && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? text
            : throw ParseException.CreateForUnexpectedText(
                text, $"up to {MaxNameLength} letters, digits, '-', '_' or '.', because files get this name");

    /// <summary>Parses the path of a file that is to be written.</summary>
    public static string ParseFilePath(string text) =>
        text.Length > 0 && Path.GetFileName(text).Length > 0 && !Directory.Exists(text)
            ? text
            : throw ParseException.CreateForUnexpectedText(text, "the path of a file");
}
