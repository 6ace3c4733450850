namespace TwoTier.Load.Scenarios;

internal sealed class RequestReader(Scenario scenario)
{
    public IReadOnlyList<RequestKind> Read()
    {
        var requests = scenario.Requests is [_, ..] mix ? mix : [scenario.Common];
        RequestKind[] kinds = [.. requests.Select((request, i) => ReadKind(request, i + 1))];
        if (kinds.GroupBy(kind => kind.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw scenario.CreateError("requests", $"two requests are named {twice.Key}", "a different name for each");
        foreach (var kind in kinds)
        {
            var template = kind.Parts.Compile(scenario.Data);
            template.GetUri(0, template.GetValues(0, 0));
        }

        return kinds;
    }

    private RequestKind ReadKind(RequestSettings request, int number)
    {
        var (place, template) = (request.Place, request.Template);
        if (template?.Url is { } set && (request.Path ?? (object?)request.Method) is not null)
            throw ParseException.Create($"the method is already set in {set.Place}").At(place);
        if (request.Body is not null && template?.Body is { } other)
            throw ParseException.Create($"the body is already set in {other.Text.Source}").At(place);
        var path = request.Path ?? template?.Url;
        if (place is not null && path is null)
        {
            throw ParseException.Create(
                "a request has no method; expected one of get, post, put, patch, delete, head, options", "get: /path")
                .At(place);
        }

        // The headers that apply to all requests come before the headers of the single request.
        var body = request.Body ?? template?.Body;
        List<HeaderLine> headers =
            [.. template?.Headers ?? [], .. scenario.Common.Headers, .. place is not null ? request.Headers : []];
        var method = request.Method ?? template?.Method ?? (body is null ? "GET" : "POST");
        return new RequestKind(
            request.Name ?? (place is null ? "request" : $"request-{number}"),
            request.Weight,
            new RequestDefinition(method, ResolveUrls(path), headers, body?.Text) { BinaryBody = body?.Bytes },
            new ResponseExpectations(
                request.Expected.Statuses ?? scenario.Common.Expected.Statuses,
                request.Expected.Pattern ?? scenario.Common.Expected.Pattern));
    }

    // Combines the URLs with the path of a request.
    private List<SourceSpan> ResolveUrls(SourceSpan? path)
    {
        var urls = scenario.Urls;
        if (path is not null && !path.Text.StartsWith('/'))
        {
            if (!UrlText.IsAbsolute(path.Text))
                throw ParseException.Create($"\"{path.Text}\" is neither a path nor a URL", $"/{path.Text}").At(path);
            return urls is not [var first, ..] ? [path]
                : throw ParseException.Create(
                    $"this URL conflicts with the one in {path.Place}", "a path instead of that URL").At(first);
        }

        if (urls.Count == 0)
        {
            throw ParseException.Create("the URL of the target is missing", scenario.File is null
                ? "-u http://localhost:5100/" : "url: http://localhost:5100");
        }

        return path is null ? urls
            : [.. urls.Select(url => path with { Text = UrlText.GetBaseUrl(url.Text) + path.Text })];
    }
}
