namespace TwoTier.Load.Scenarios;

/// <summary>What is sent, before variants change it.</summary>
internal sealed record ScenarioRequests(IReadOnlyList<RequestKind> Kinds, Scenario Scenario)
{
    public IReadOnlyList<string> BaseUrls =>
        [.. Kinds.Select(kind => UrlText.GetBaseUrl(kind.Parts.Url.Text)).Distinct()];

    public RequestMix CreateMix(Func<string, string>? changeUrl = null) => new(
        [.. Kinds.Select(kind => kind with { Parts = kind.Parts.WithUrl(changeUrl ?? (url => url)) })],
        Scenario.Data,
        Scenario.Seed,
        Scenario.Part);
}

internal sealed class RequestReader(Scenario scenario)
{
    public ScenarioRequests Read()
    {
        var requests = scenario.Requests is [_, ..] mix ? mix : [scenario.Common];
        RequestKind[] kinds = [.. requests.Select((request, i) => ReadKind(request, i + 1))];
        if (kinds.GroupBy(kind => kind.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw scenario.CreateError("requests", $"two requests are named {twice.Key}", "a different name for each");
        foreach (var kind in kinds)
        {
            var template = kind.Parts.Compile(scenario.Data);
            template.GetUri(template.GetValues(0, 0));
        }

        return new ScenarioRequests(kinds, scenario);
    }

    private RequestKind ReadKind(RequestSettings request, int number)
    {
        var (place, path, body) = (request.Place, request.Path, request.Body);
        if (place is not null && path is null)
        {
            throw ParseException.Create(
                "a request has no method; expected one of get, post, put, patch, delete, head, options", "get: /path")
                .At(place);
        }

        // The headers that apply to all requests come before the headers of the single request.
        List<HeaderLine> headers = [.. scenario.Common.Headers, .. place is not null ? request.Headers : []];
        var method = request.Method ?? (body is null ? "GET" : "POST");
        return new RequestKind(
            request.Name ?? (place is null ? "request" : $"request-{number}"),
            request.Weight,
            new RequestDefinition(method, ResolveUrl(path), headers, body?.Text)
            {
                HttpVersion = scenario.Streams is null ? HttpVersion.Version11 : HttpVersion.Version20,
                BinaryBody = body?.Bytes,
            },
            new ResponseExpectations(
                request.Expected.Statuses ?? scenario.Common.Expected.Statuses,
                request.Expected.Pattern ?? scenario.Common.Expected.Pattern));
    }

    // Combines the URL with the path of a request.
    private SourceSpan ResolveUrl(SourceSpan? path)
    {
        var url = scenario.Url;
        if (path is not null && !path.Text.StartsWith('/'))
        {
            if (!UrlText.IsAbsolute(path.Text))
                throw ParseException.Create($"\"{path.Text}\" is neither a path nor a URL", $"/{path.Text}").At(path);
            return url is null ? path : throw ParseException.Create(
                $"this URL conflicts with the one in {path.Place}", "a path instead of that URL").At(url);
        }

        if (url is null)
        {
            throw ParseException.Create("the URL of the target is missing", scenario.File is null
                ? "-u http://localhost:5100/" : "url: http://localhost:5100");
        }

        return path is null ? url : path with { Text = UrlText.GetBaseUrl(url.Text) + path.Text };
    }
}
