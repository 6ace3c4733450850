namespace TwoTier.Load.Http;

internal sealed partial record HeaderLine(string Name, SourceSpan Value)
{
    public bool HasName(string name) => Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    public static HeaderLine Parse(SourceSpan line)
    {
        const string example = "Accept: application/json";
        if (Pattern().Match(line.Text) is not { Success: true } match)
            throw ParseException.CreateForUnexpectedText(line.Text, "Name: value", example).At(line, "header");
        return new HeaderLine(match.Groups["name"].Value, line with { Text = match.Groups["value"].Value });
    }

    [GeneratedRegex(
        @"^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[^\p{Cc}]*)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}
