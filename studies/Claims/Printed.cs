using System.Globalization;
using System.Text.RegularExpressions;

namespace Studies.Claims;

/// <summary>Figures that a study printed.</summary>
internal static class Printed
{
    /// <param name="text">What was printed.</param>
    /// <param name="line">With a group for each figure.</param>
    /// <exception cref="InvalidOperationException">There is no such line.</exception>
    public static Match One(string text, string line) =>
        Regex.Match(text, line, RegexOptions.Multiline | RegexOptions.ExplicitCapture) is { Success: true } match
            ? match
            : throw new InvalidOperationException($"The study did not print {line}");

    public static double Number(Match match, string group) => double.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);
}
