namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Combines the URLs of the option <c>url</c> with the path of a request.</summary>
internal sealed class RequestUrlReader(OptionValues options)
{
    private readonly DiagnosticList _diagnostics = options.Diagnostics;

    /// <returns>The URLs of the request; empty if the options contain an error.</returns>
    public IReadOnlyList<SourceSpan> Resolve(IReadOnlyList<SourceSpan> urls, SourceSpan? path)
    {
        if (path is not null && !path.Text.StartsWith('/'))
            return ResolveAbsolute(urls, path);
        if (urls.Count == 0 && !options.IsGiven(RequestKeys.Url))
        {
            var attempt = options.Location is null ? "-u http://localhost:5100/" : "url: http://localhost:5100";
            _diagnostics.Add(options.Location, "the URL of the target is missing", attempt);
        }

        return path is null ? urls : [.. urls.Select(url => Combine(UrlText.GetBaseUrl(url.Text), path))];
    }

    private IReadOnlyList<SourceSpan> ResolveAbsolute(IReadOnlyList<SourceSpan> urls, SourceSpan path)
    {
        try
        {
            UrlText.ParseAbsolute(path.Text);
        }
        catch (ParseException e)
        {
            _diagnostics.Add(path, ParseException.Create(e.Problem ?? e.Message, $"/{path.Text}"));
            return [];
        }

        if (urls.Count > 0)
            _diagnostics.Add(urls[0], $"this URL conflicts with the one in {path.GetLocation()}", "a path there");
        return [path];
    }

    // The base URL is put before the path, so the column is shifted to report errors in the path at the right place of
    // the file.
    private static SourceSpan Combine(string baseUrl, SourceSpan path) =>
        path with { Text = baseUrl + path.Text, Column = path.Column - baseUrl.Length };
}
