using System.Net;

namespace TwoTier.Load.Cli.Config.Readers;

internal sealed class RequestReader(Scenario scenario)
{
    private const string Authorization = "Authorization";
    private readonly RequestSettings _settings = scenario.Request;
    private readonly DiagnosticList _diagnostics = scenario.Values.Diagnostics;

    public ScenarioRequests Read()
    {
        RequestKind?[] kinds = _settings.IsGiven(nameof(_settings.Requests))
            ? [.. _settings.Requests.Select(ReadRequestOfMix)]
            : [ReadSingleRequest()];
        foreach (var kind in kinds)
            CheckRequest(kind);
        foreach (var twice in kinds.OfType<RequestKind>().GroupBy(kind => kind.Name).Where(same => same.Count() > 1))
        {
            _settings.AddError(
                nameof(_settings.Requests), $"two requests are named {twice.Key}", "a different name for each");
        }

        return new ScenarioRequests(
            [.. kinds.OfType<RequestKind>()],
            _settings.File,
            scenario.Run.Seed,
            new Redactor(_settings.Redact),
            scenario.Run.Part);
    }

    private RequestKind? ReadSingleRequest()
    {
        var template = ReadTemplate(_settings);
        if (template?.Method is not null && _settings.Method is not null)
            _settings.AddError(nameof(_settings.Method), $"the method is already set in {template.Url!.GetLocation()}");
        return CreateKind(_settings, "request", 1, _settings.Method ?? template?.Method, template?.Url, template);
    }

    private RequestKind? ReadRequestOfMix(RequestItemSettings item, int index)
    {
        var template = ReadTemplate(item);
        var paths = item.Paths;
        if (paths.Count > 1)
            item.Values.RejectCombination(OptionKey.GetName(paths[1].Method), OptionKey.GetName(paths[0].Method));
        if (paths.Count == 0 && template?.Url is null)
        {
            _diagnostics.Add(
                item.Values.Location,
                "a request has no method; expected one of get, post, put, patch, delete, head, options",
                "get: /path");
            return null;
        }

        if (paths.Count > 0 && template?.Url is not null)
            item.AddError(paths[0].Method, $"the path is already set in {template.Url.GetLocation()}");
        var (method, path) = paths.Count > 0
            ? (paths[0].Method.ToUpperInvariant(), paths[0].Path)
            : (template!.Method, template.Url);
        return CreateKind(item, item.Name ?? $"request-{index + 1}", item.Weight, method, path, template);
    }

    private RequestKind? CreateKind(
        RequestPartSettings item, string name, int weight, string? method, SourceSpan? path, HttpFile? template)
    {
        var body = item.Body;
        if (body is not null && template?.Body is not null)
            item.AddError(nameof(item.Body), $"the body is already set in {template.Body.Source}");
        body ??= template?.Body is { } text ? new BodyText(text) : null;
        var own = item == _settings ? null : item;

        // The headers that apply to all requests come before the headers of the single request.
        List<HeaderLine> headers =
        [
            .. template?.Headers ?? [],
            .. _settings.Header,
            .. own?.IsGiven(nameof(item.Header)) is true ? item.Header : [],
        ];
        var urls = MoveCredentialsToHeader(ResolveUrls(path), headers);
        return urls.Count == 0 ? null : new RequestKind(
            name,
            weight,
            new RequestDefinition(method ?? (body is null ? "GET" : "POST"), urls, headers, body?.Text)
            {
                HttpVersion = scenario.Connection.Http2 is null ? HttpVersion.Version11 : HttpVersion.Version20,
                BinaryBody = body?.Bytes,
            },
            ResponseExpectation.Combine(
                _settings.Expect, own?.IsGiven(nameof(item.Expect)) is true ? item.Expect : []));
    }

    // Combines the URLs with the path of a request. The result is empty if there is an error.
    private IReadOnlyList<SourceSpan> ResolveUrls(SourceSpan? path)
    {
        var urls = _settings.Url;
        if (path is not null && !path.Text.StartsWith('/'))
            return ResolveAbsoluteUrl(path);
        if (urls.Count == 0 && !_settings.IsGiven(nameof(_settings.Url)))
        {
            var location = scenario.Values.Location;
            var attempt = location is null ? "-u http://localhost:5100/" : "url: http://localhost:5100";
            _diagnostics.Add(location, "the URL of the target is missing", attempt);
        }

        return path is null ? urls : [.. urls.Select(url => Combine(UrlText.GetBaseUrl(url.Text), path))];
    }

    private IReadOnlyList<SourceSpan> ResolveAbsoluteUrl(SourceSpan path)
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

        if (_settings.Url is [var first, ..])
            _diagnostics.Add(first, $"this URL conflicts with the one in {path.GetLocation()}", "a path there");
        return [path];
    }

    // The base URL is put before the path, so the column is shifted to report errors in the path at the right place of
    // the file.
    private static SourceSpan Combine(string baseUrl, SourceSpan path) =>
        path with { Text = baseUrl + path.Text, Column = path.Column - baseUrl.Length };

    // Removes the user information (user:password@) from URLs, and adds it as the header Authorization unless the
    // request already has that header, as curl does.
    private IReadOnlyList<SourceSpan> MoveCredentialsToHeader(IReadOnlyList<SourceSpan> urls, List<HeaderLine> headers)
    {
        var parts = urls.Select(url => (Span: url, Split: UrlText.SplitUserInfo(url.Text))).ToArray();
        var credentials = parts.Select(part => part.Split.UserInfo).Distinct().ToArray();
        if (parts.FirstOrDefault(part => part.Split.UserInfo is not null) is not { Split.UserInfo: { } first } source)
            return urls;
        if (credentials.Length > 1)
            _diagnostics.Add(source.Span, "found different users in the URLs, expected one", "-H 'Authorization: …'");
        else if (ParameterSet.FindPlaceholders(first).Count > 0)
            _diagnostics.Add(source.Span, "found a parameter in user:password@", "-H 'Authorization: Basic …'");
        else if (!headers.Any(header => header.Name.Equals(Authorization, StringComparison.OrdinalIgnoreCase)))
            headers.Add(
                new HeaderLine(Authorization, source.Span with { Text = UrlText.FormatBasicCredentials(first) }));
        return [.. parts.Select(part => part.Span with { Text = part.Split.Url })];
    }

    private HttpFile? ReadTemplate(RequestPartSettings item)
    {
        if (!item.IsGiven(nameof(item.Template)) || item.Template is not { } path)
            return null;
        try
        {
            return HttpFile.Read(path.ResolvePath(path.Text), _diagnostics);
        }
        catch (FormatException e)
        {
            _diagnostics.Add(path, e);
            return null;
        }
    }

    private void CheckRequest(RequestKind? kind)
    {
        var before = _diagnostics.Count;
        if (kind?.Parts.Compile(_settings.File, _diagnostics) is not { } template || _diagnostics.Count > before)
            return;
        try
        {
            template.GetUri(0, template.GetValues(0, 0));
        }
        catch (UserErrorException e)
        {
            _diagnostics.Add(null, e.Message);
        }
    }
}
