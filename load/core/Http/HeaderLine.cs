using System.Text.RegularExpressions;

namespace TwoTier.Load.Http;

/// <summary>A request header as the user wrote it.</summary>
internal sealed partial record HeaderLine(string Name, SourceSpan Value)
{
    /// <summary>
    /// Whether <see cref="HttpClient"/> keeps the header with the content instead of the request. The property is
    /// computed by trying to add the header to a request, because only .NET knows which headers a request refuses.
    /// </summary>
    public bool IsContentHeader { get; } = !new HttpRequestMessage().Headers.TryAddWithoutValidation(Name, "");

    public bool HasName(string name) => Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    /// <summary>Parses a header line such as <c>Accept: application/json</c>.</summary>
    public static HeaderLine Parse(SourceSpan line)
    {
        if (Pattern().Match(line.Text) is not { Success: true } match)
            throw ParseException.CreateForUnexpectedText(line.Text, "Name: value", "'Accept: application/json'");
        var value = match.Groups["value"];
        return new HeaderLine(
            match.Groups["name"].Value, line with { Text = value.Value, Column = line.Column + value.Index });
    }

    [GeneratedRegex(
        @"^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[^\p{Cc}]*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}
