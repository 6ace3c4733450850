using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using static Load.Config.Keys.RequestKeys;

namespace Load.Config.Readers;

/// <summary>Where to send, if both <c>url</c> and the request may say so.</summary>
internal sealed class RequestUrlReader(OptionValues fields, DiagnosticList mistakes)
{
    /// <param name="urls">Of <c>url</c>.</param>
    /// <param name="path">Of the request: a path on each of them, or a whole URL; null for none.</param>
    /// <returns>None where something is wrong.</returns>
    public IReadOnlyList<SourceSpan> Resolve(IReadOnlyList<SourceSpan> urls, SourceSpan? path)
    {
        if (path is not null && !path.Text.StartsWith('/'))
            return Whole(urls, path);
        if (urls.Count == 0 && !fields.Has(Url))
            mistakes.Add(fields.Place, "no URL", fields.Place is null ? "-u http://localhost:5100/" : "url: http://localhost:5100");
        return path is null ? urls : [.. urls.Select(url => On(UrlText.GetBaseUrl(url.Text), path))];
    }

    private IReadOnlyList<SourceSpan> Whole(IReadOnlyList<SourceSpan> urls, SourceSpan path)
    {
        try
        {
            UrlText.ParseAbsolute(path.Text);
        }
        catch (ParseException e)
        {
            mistakes.Add(path, ParseException.Create(e.Problem ?? e.Message, $"/{path.Text}"));
            return [];
        }

        if (urls.Count > 0)
            mistakes.Add(urls[0], $"found a URL in {path.GetLocation()} too, expected one of them", "a path there");
        return [path];
    }

    // A mistake in the path keeps its place.
    private static SourceSpan On(string baseUrl, SourceSpan path) =>
        path with { Text = baseUrl + path.Text, Column = path.Column - baseUrl.Length };
}
