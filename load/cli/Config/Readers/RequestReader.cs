namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Reads from the options what to send: a single request, or a mix of several requests.</summary>
internal sealed class RequestReader(OptionValues options)
{
    private readonly DiagnosticList _diagnostics = options.Diagnostics;

    /// <returns>The source of parameter values, or null if there is none.</returns>
    public IDataSource? ReadDataSource() =>
        options.GetValue(RequestKeys.DataFile) ?? options.GetValue(RequestKeys.Plugin);

    /// <summary>Reads the kinds of request, and compiles each kind once to find the errors in its parameters.</summary>
    public IReadOnlyList<RequestKind> ReadKinds(IDataSource? dataSource)
    {
        var urls = options.GetValues(RequestKeys.Url);
        var items = options.GetItems(RequestKeys.Requests);
        RequestKind?[] kinds = options.IsGiven(RequestKeys.Requests)
            ? [.. items.Select((item, i) => ReadRequestFromMix(item, urls, i))]
            : [ReadSingleRequest(urls)];
        foreach (var kind in kinds)
            CheckRequest(kind, dataSource);
        foreach (var twice in kinds.OfType<RequestKind>().GroupBy(kind => kind.Name).Where(same => same.Count() > 1))
        {
            _diagnostics.Add(
                options.GetLocation(RequestKeys.Requests),
                $"two requests are named {twice.Key}",
                "a different name for each");
        }

        return [.. kinds.OfType<RequestKind>()];
    }

    private RequestKind? ReadSingleRequest(IReadOnlyList<SourceSpan> urls)
    {
        var template = ReadTemplate(options);
        if (template?.Method is not null && options.IsGiven(RequestKeys.Method))
        {
            _diagnostics.Add(
                options.GetLocation(RequestKeys.Method), $"the method is already set in {template.Url!.GetLocation()}");
        }

        var method = options.GetValue(RequestKeys.Method) ?? template?.Method;
        return CreateKind(options, "request", method, template?.Url, template, urls);
    }

    private RequestKind? ReadRequestFromMix(OptionValues item, IReadOnlyList<SourceSpan> urls, int index)
    {
        var template = ReadTemplate(item);
        var methods = RequestKeys.MethodKeys.Where(item.IsGiven).ToArray();
        if (methods.Length > 1)
            item.RejectCombination(methods[1], methods[0]);
        if (methods.Length == 0 && template?.Url is null)
        {
            var expected = string.Join(", ", RequestKeys.MethodKeys.Select(method => method.Name));
            _diagnostics.Add(item.Location, $"a request has no method; expected one of {expected}", "get: /path");
            return null;
        }

        if (methods.Length > 0 && template?.Url is not null)
            _diagnostics.Add(item.GetLocation(methods[0]), $"the path is already set in {template.Url.GetLocation()}");
        var (method, path) = methods.Length > 0
            ? (methods[0].Name.ToUpperInvariant(), item.GetValue(methods[0]))
            : (template!.Method, template.Url);
        return CreateKind(item, $"request-{index + 1}", method, path, template, urls);
    }

    private RequestKind? CreateKind(
        OptionValues item,
        string defaultName,
        string? method,
        SourceSpan? path,
        HttpFile? template,
        IReadOnlyList<SourceSpan> urls)
    {
        var body = item.GetValue(RequestKeys.Body);
        if (body is not null && template?.Body is not null)
            _diagnostics.Add(item.GetLocation(RequestKeys.Body), $"the body is already set in {template.Body.Source}");
        body ??= template?.Body is { } text ? new BodyText(text) : null;
        var resolved = new RequestUrlReader(options).Resolve(urls, path);
        var headers = GetHeaders(item, template);
        resolved = new CredentialReader(_diagnostics).MoveToHeader(resolved, headers);
        return resolved.Count == 0 ? null : new RequestKind(
            item != options && item.IsGiven(RequestKeys.Name) ? item.GetValue(RequestKeys.Name)! : defaultName,
            item.GetValue(RequestKeys.Weight),
            new RequestDefinition(method ?? (body is null ? "GET" : "POST"), resolved, headers, body?.Text)
            {
                HttpVersion = options.GetValue(RequestKeys.HttpVersion)!,
                BinaryBody = body?.Bytes,
            },
            new ResponseExpectations(
                item.GetValue(RequestKeys.ExpectStatus),
                item.GetValue(RequestKeys.ExpectRegex),
                item.GetValue(RequestKeys.ExpectJson)));
    }

    // The headers that apply to all requests come before the headers of the single request.
    private List<HeaderLine> GetHeaders(OptionValues item, HttpFile? template) =>
    [
        .. template?.Headers ?? [],
        .. options.GetValues(RequestKeys.Header),
        .. item != options && item.IsGiven(RequestKeys.Header) ? item.GetValues(RequestKeys.Header) : [],
        .. options.GetValue(ConnectionKeys.DisableKeepAlive)
            ? [new HeaderLine("Connection", new SourceSpan("close", ConnectionKeys.DisableKeepAlive.Option))]
            : Array.Empty<HeaderLine>(),
    ];

    private HttpFile? ReadTemplate(OptionValues item)
    {
        if (!item.IsGiven(RequestKeys.Template) || item.GetValue(RequestKeys.Template) is not { } path)
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

    private void CheckRequest(RequestKind? kind, IDataSource? dataSource)
    {
        var before = _diagnostics.Count;
        if (kind?.Parts.Compile(dataSource, _diagnostics) is not { } template || _diagnostics.Count > before)
            return;
        try
        {
            template.CreateMessage(0, template.GetValues(0, 0)).Dispose();
        }
        catch (UserErrorException e)
        {
            _diagnostics.Add(null, e.Message);
        }
    }
}
