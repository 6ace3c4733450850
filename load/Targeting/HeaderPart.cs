using System.Text.RegularExpressions;

namespace Load.Targeting;

/// <summary>A header as it was written.</summary>
internal sealed partial record HeaderPart(string Name, Piece Value)
{
    // HttpClient keeps some headers with the body and refuses them elsewhere: it alone knows which.
    public bool IsOfTheBody { get; } = !new HttpRequestMessage().Headers.TryAddWithoutValidation(Name, "");

    /// <summary>Null if it is no header.</summary>
    public static HeaderPart? Read(string text, string source, int? line = null) =>
        Line().Match(text) is { Success: true } match
            ? new HeaderPart(match.Groups["name"].Value, new Piece(match.Groups["value"].Value, source, line))
            : null;

    [GeneratedRegex(@"^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[^\p{Cc}]*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Line();
}
