using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using Load.Http.DataSources;
using Load.Http.ResponseChecks;

namespace Load.Config.Readers;

/// <summary>What to send: one request, or a mix of several.</summary>
internal sealed class RequestReader(OptionValues values)
{
    private readonly DiagnosticList _diagnostics = values.Diagnostics;

    /// <summary>Values of parameters; null for none.</summary>
    public IDataSource? ReadDataSource() => values.GetValue(RequestKeys.File) ?? values.GetValue(RequestKeys.Plugin);

    /// <summary>Compiled once to find what is wrong with parameters.</summary>
    public IReadOnlyList<RequestKind> ReadKinds(IDataSource? rows)
    {
        var urls = values.GetValues(RequestKeys.Url);
        var parts = values.GetItems(RequestKeys.Requests);
        RequestKind?[] kinds = values.Has(RequestKeys.Requests)
            ? [.. parts.Select((part, i) => ReadFromMix(part, urls, i))]
            : [ReadSingle(urls)];
        foreach (var kind in kinds)
            Check(kind, rows);
        foreach (var twice in kinds.OfType<RequestKind>().GroupBy(kind => kind.Name).Where(same => same.Count() > 1))
            _diagnostics.Add(values.GetLocation(RequestKeys.Requests), $"two requests are named {twice.Key}", "a name for each");
        return [.. kinds.OfType<RequestKind>()];
    }

    private RequestKind? ReadSingle(IReadOnlyList<SourceSpan> urls)
    {
        var file = ReadTemplate(values);
        if (file?.Method is not null && values.Has(RequestKeys.Method))
            _diagnostics.Add(values.GetLocation(RequestKeys.Method), $"found a verb in {file.Url!.PlaceAt()} too, expected one of them");
        return CreateKind(values, "request", values.GetValue(RequestKeys.Method) ?? file?.Method, file?.Url, file, urls);
    }

    private RequestKind? ReadFromMix(OptionValues part, IReadOnlyList<SourceSpan> urls, int number)
    {
        var file = ReadTemplate(part);
        var verbs = RequestKeys.Verbs.Where(part.Has).ToArray();
        var expected = string.Join(", ", RequestKeys.Verbs.Select(verb => verb.Name));
        if (verbs.Length > 1)
            part.RejectBoth(verbs[1], verbs[0]);
        if (verbs.Length == 0 && file?.Url is null)
            _diagnostics.Add(part.Location, $"a request without a verb, expected one of {expected}", "get: /path");
        if (verbs.Length == 0 && file?.Url is null)
            return null;
        if (verbs.Length > 0 && file?.Url is not null)
            _diagnostics.Add(part.GetLocation(verbs[0]), $"found a path in {file.Url.PlaceAt()} too, expected one of them");
        var (method, path) = verbs.Length > 0
            ? (verbs[0].Name.ToUpperInvariant(), part.GetValue(verbs[0]))
            : (file!.Method, file.Url);
        return CreateKind(part, $"request-{number + 1}", method, path, file, urls);
    }

    private RequestKind? CreateKind(
        OptionValues part, string name, string? method, SourceSpan? path, HttpFile? file, IReadOnlyList<SourceSpan> urls)
    {
        var body = part.GetValue(RequestKeys.Body);
        if (body is not null && file?.Body is not null)
            _diagnostics.Add(part.GetLocation(RequestKeys.Body), $"found a body in {file.Body.Source} too, expected one of them");
        body ??= file?.Body;
        var all = new RequestUrlReader(values, _diagnostics).Resolve(urls, path);
        return all.Count == 0 ? null : new RequestKind(
            part != values && part.Has(RequestKeys.Name) ? part.GetValue(RequestKeys.Name)! : name,
            part.GetValue(RequestKeys.Weight),
            new RequestParts(method ?? (body is null ? "GET" : "POST"), all, GetHeaders(part, file), body)
            {
                HttpVersion = values.GetValue(RequestKeys.HttpVersion)!,
            },
            new ResponseExpectations(
                part.GetValue(RequestKeys.ExpectStatus),
                part.GetValue(RequestKeys.ExpectRegex),
                part.GetValue(RequestKeys.ExpectJson)));
    }

    // What holds for each request of a mix comes first, then its own.
    private IReadOnlyList<HeaderLine> GetHeaders(OptionValues part, HttpFile? file) =>
    [
        .. file?.Headers ?? [],
        .. values.GetValues(RequestKeys.Header),
        .. part != values && part.Has(RequestKeys.Header) ? part.GetValues(RequestKeys.Header) : [],
    ];

    private HttpFile? ReadTemplate(OptionValues part)
    {
        if (!part.Has(RequestKeys.Template) || part.GetValue(RequestKeys.Template) is not { } path)
            return null;
        try
        {
            return HttpFile.Read(path.Beside(path.Text), _diagnostics);
        }
        catch (FormatException e)
        {
            _diagnostics.Add(path, e);
            return null;
        }
    }

    private void Check(RequestKind? kind, IDataSource? rows)
    {
        var before = _diagnostics.Count;
        if (kind?.Parts.Compile(rows, _diagnostics) is not { } template || _diagnostics.Count > before)
            return;
        try
        {
            template.RequestFor(0, template.ValuesFor(0, 0)).Dispose();
        }
        catch (UserErrorException e)
        {
            _diagnostics.Add(null, e.Message);
        }
    }
}
