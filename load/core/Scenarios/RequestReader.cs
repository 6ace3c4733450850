namespace TwoTier.Load.Scenarios;

/// <summary>What is sent, before variants change it.</summary>
internal sealed record ScenarioRequests(IReadOnlyList<RequestKind> Kinds, Scenario Scenario)
{
    public IReadOnlyList<string> BaseUrls =>
        [.. Kinds.SelectMany(kind => kind.Parts.Urls).Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];

    public RequestMix CreateMix(Func<string, string>? changeUrl = null) => new(
        [.. Kinds.Select(kind => kind with { Parts = kind.Parts.WithUrls(changeUrl ?? (url => url)) })],
        Scenario.Data,
        Scenario.Seed,
        Scenario.Part);
}

internal sealed class RequestReader(Scenario scenario)
{
    private const string Authorization = "Authorization";

    public ScenarioRequests Read()
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

        return new ScenarioRequests(kinds, scenario);
    }

    private RequestKind ReadKind(RequestSettings request, int number)
    {
        var (place, template) = (request.Place, request.Template);
        if (template?.Url is { } set && (request.Path ?? (object?)request.Method) is not null)
            throw ParseException.Create($"the method is already set in {set.GetLocation()}").At(place);
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
        var urls = MoveCredentialsToHeader(ResolveUrls(path), headers);
        var method = request.Method ?? template?.Method ?? (body is null ? "GET" : "POST");
        return new RequestKind(
            request.Name ?? (place is null ? "request" : $"request-{number}"),
            request.Weight,
            new RequestDefinition(method, urls, headers, body?.Text)
            {
                HttpVersion = scenario.Streams is null ? HttpVersion.Version11 : HttpVersion.Version20,
                BinaryBody = body?.Bytes,
            },
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
                    $"this URL conflicts with the one in {path.GetLocation()}", "a path instead of that URL").At(first);
        }

        if (urls.Count == 0)
        {
            throw ParseException.Create("the URL of the target is missing", scenario.File is null
                ? "-u http://localhost:5100/" : "url: http://localhost:5100");
        }

        // The base URL is put before the path, so the column is shifted to report errors in the path at the right place
        // of the file.
        return path is null ? urls : [.. urls.Select(url => UrlText.GetBaseUrl(url.Text)).Select(
            host => path with { Text = host + path.Text, Column = path.Column - host.Length })];
    }

    // Removes the user information (user:password@) from URLs, and adds it as the header Authorization unless the
    // request already has that header, as curl does.
    private static List<SourceSpan> MoveCredentialsToHeader(List<SourceSpan> urls, List<HeaderLine> headers)
    {
        var parts = urls.Select(url => (Span: url, Split: UrlText.SplitUserInfo(url.Text))).ToArray();
        if (parts.FirstOrDefault(part => part.Split.UserInfo is not null) is not { Split.UserInfo: { } user } source)
            return urls;
        if (parts.Any(part => part.Split.UserInfo != user) || ParameterSet.FindPlaceholders(user).Count > 0)
        {
            throw ParseException.Create(
                "user:password@ must be the same in all URLs, without a parameter", "-H 'Authorization: Basic …'")
                .At(source.Span);
        }

        var credentials = source.Span with { Text = UrlText.FormatBasicCredentials(user) };
        if (!headers.Any(header => header.HasName(Authorization)))
            headers.Add(new HeaderLine(Authorization, credentials));
        return [.. parts.Select(part => part.Span with { Text = part.Split.Url })];
    }
}
