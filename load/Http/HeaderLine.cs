using System.Text.RegularExpressions;
using Load.Diagnostics;

namespace Load.Http;

/// <summary>A header as it was written.</summary>
internal sealed partial record HeaderLine(string Name, SourceSpan Value)
{
    // HttpClient keeps some headers with the body and refuses them elsewhere: it alone knows which.
    public bool IsContentHeader { get; } = !new HttpRequestMessage().Headers.TryAddWithoutValidation(Name, "");

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static HeaderLine Parse(SourceSpan line) => Pattern().Match(line.Text) is { Success: true } match
        ? new HeaderLine(
            match.Groups["name"].Value,
            line with { Text = match.Groups["value"].Value, Column = line.Column + match.Groups["value"].Index })
        : throw ParseException.CreateUnexpected(line.Text, "Name: value", "'Accept: application/json'");

    [GeneratedRegex(@"^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[^\p{Cc}]*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}
