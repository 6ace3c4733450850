using System.Text.RegularExpressions;

namespace EndToEnd.Tests.Architecture;

/// <summary>Finds lines of source files that are longer than the .editorconfig allows.</summary>
internal static partial class LineRules
{
    private const int MaxLength = 120;

    /// <summary>
    /// Finds the lines of more than 120 columns. Texts in double quotes do not count, nor does a regular expression
    /// that fills its line: a message, an expression or the data of a test is easier to read in one piece.
    /// </summary>
    public static IEnumerable<string> FindLongLines(string path, string text) =>
        from line in text.ReplaceLineEndings("\n").Split('\n').Index()
        where line.Item.Length > MaxLength
            && !line.Item.TrimStart().StartsWith('^')
            && QuotedTextPattern().Replace(line.Item, "").Length > MaxLength
        select $"{path}:{line.Index + 1} has {line.Item.Length} columns.";

    [GeneratedRegex("\"([^\"\\\\]|\\\\.)*\"")]
    private static partial Regex QuotedTextPattern();
}
