using Load.Targeting;

namespace Load.Cli;

/// <summary>Where to send, if the command line and a request template both may say so.</summary>
internal static class RequestUrls
{
    /// <param name="urls">Of the command line.</param>
    /// <param name="inFile">Of the request template: absolute, or a path; null for none.</param>
    /// <param name="mistakes">What is wrong beside the URL that is used.</param>
    /// <exception cref="FormatException">There is no URL to use.</exception>
    public static IReadOnlyList<Piece> Of(string[] urls, Piece? inFile, List<string> mistakes)
    {
        var isWhole = inFile is not null && !inFile.Text.StartsWith('/');
        if (!isWhole && urls.Length == 0)
            throw new FormatException("Option '--url' is required. Try -u http://localhost:5100/");
        if (inFile is null)
            return [.. urls.Select(url => new Piece(url, "-u"))];
        if (!isWhole)
            return [.. urls.Select(url => inFile with { Text = UrlText.BaseOf(url) + inFile.Text })];
        try
        {
            UrlText.Absolute(inFile.Text);
        }
        catch (FormatException e)
        {
            throw new FormatException($"{inFile.PlaceAt(0)} error {e.Message}, or a path such as /{inFile.Text}");
        }

        if (urls.Length > 0)
            mistakes.Add($"-u error found a URL in {inFile.PlaceAt(0)} too, expected one of them. Try a path there");
        return [inFile];
    }
}
