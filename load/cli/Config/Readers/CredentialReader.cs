namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Moves the user information of URLs (user:password@) to a header, as curl does.</summary>
internal sealed class CredentialReader(DiagnosticList diagnostics)
{
    private const string Authorization = "Authorization";

    /// <summary>
    /// Removes the user information from URLs, and adds it as the header Authorization unless the request already has
    /// that header.
    /// </summary>
    public IReadOnlyList<SourceSpan> MoveToHeader(IReadOnlyList<SourceSpan> urls, List<HeaderLine> headers)
    {
        var parts = urls.Select(url => (Span: url, Split: UrlText.SplitUserInfo(url.Text))).ToArray();
        var credentials = parts.Select(part => part.Split.UserInfo).Distinct().ToArray();
        if (parts.FirstOrDefault(part => part.Split.UserInfo is not null) is not { Split.UserInfo: { } first } source)
            return urls;
        if (credentials.Length > 1)
            diagnostics.Add(source.Span, "found different users in the URLs, expected one", "-H 'Authorization: …'");
        else if (ParameterSet.FindPlaceholders(first).Count > 0)
            diagnostics.Add(source.Span, "found a parameter in user:password@", "-H 'Authorization: Basic …'");
        else if (!headers.Any(header => header.Name.Equals(Authorization, StringComparison.OrdinalIgnoreCase)))
            headers.Add(
                new HeaderLine(Authorization, source.Span with { Text = UrlText.FormatBasicCredentials(first) }));
        return [.. parts.Select(part => part.Span with { Text = part.Split.Url })];
    }
}
