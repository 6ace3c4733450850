using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using Load.Http.DataSources;
using Load.Http.ResponseChecks;

namespace Load.Config.Readers;

/// <summary>What to send: one request, or a mix of several.</summary>
internal sealed class RequestReader(OptionValues fields)
{
    private readonly DiagnosticList _mistakes = fields.Mistakes;

    /// <summary>Values of parameters; null for none.</summary>
    public IDataSource? Rows() => fields.ValueOf(RequestKeys.File) ?? fields.ValueOf(RequestKeys.Plugin);

    /// <summary>Compiled once to find what is wrong with parameters.</summary>
    public IReadOnlyList<RequestKind> Kinds(IDataSource? rows)
    {
        var urls = fields.ValuesOf(RequestKeys.Url);
        var parts = fields.PartsOf(RequestKeys.Requests);
        RequestKind?[] kinds = fields.Has(RequestKeys.Requests)
            ? [.. parts.Select((part, i) => OfMix(part, urls, i))]
            : [Single(urls)];
        foreach (var kind in kinds)
            Check(kind, rows);
        foreach (var twice in kinds.OfType<RequestKind>().GroupBy(kind => kind.Name).Where(same => same.Count() > 1))
            _mistakes.Add(fields.PlaceOf(RequestKeys.Requests), $"two requests are named {twice.Key}", "a name for each");
        return [.. kinds.OfType<RequestKind>()];
    }

    private RequestKind? Single(IReadOnlyList<SourceSpan> urls)
    {
        var file = TemplateOf(fields);
        if (file?.Method is not null && fields.Has(RequestKeys.Method))
            _mistakes.Add(fields.PlaceOf(RequestKeys.Method), $"found a verb in {file.Url!.GetLocation()} too, expected one of them");
        return KindOf(fields, "request", fields.ValueOf(RequestKeys.Method) ?? file?.Method, file?.Url, file, urls);
    }

    private RequestKind? OfMix(OptionValues part, IReadOnlyList<SourceSpan> urls, int number)
    {
        var file = TemplateOf(part);
        var verbs = RequestKeys.Verbs.Where(part.Has).ToArray();
        var expected = string.Join(", ", RequestKeys.Verbs.Select(verb => verb.Name));
        if (verbs.Length > 1)
            part.RefuseBoth(verbs[1], verbs[0]);
        if (verbs.Length == 0 && file?.Url is null)
            _mistakes.Add(part.Place, $"a request without a verb, expected one of {expected}", "get: /path");
        if (verbs.Length == 0 && file?.Url is null)
            return null;
        if (verbs.Length > 0 && file?.Url is not null)
            _mistakes.Add(part.PlaceOf(verbs[0]), $"found a path in {file.Url.GetLocation()} too, expected one of them");
        var (method, path) = verbs.Length > 0
            ? (verbs[0].Name.ToUpperInvariant(), part.ValueOf(verbs[0]))
            : (file!.Method, file.Url);
        return KindOf(part, $"request-{number + 1}", method, path, file, urls);
    }

    private RequestKind? KindOf(
        OptionValues part, string name, string? method, SourceSpan? path, HttpFile? file, IReadOnlyList<SourceSpan> urls)
    {
        var body = part.ValueOf(RequestKeys.Body);
        if (body is not null && file?.Body is not null)
            _mistakes.Add(part.PlaceOf(RequestKeys.Body), $"found a body in {file.Body.Source} too, expected one of them");
        body ??= file?.Body;
        var all = new RequestUrlReader(fields, _mistakes).Resolve(urls, path);
        return all.Count == 0 ? null : new RequestKind(
            part != fields && part.Has(RequestKeys.Name) ? part.ValueOf(RequestKeys.Name)! : name,
            part.ValueOf(RequestKeys.Weight),
            new RequestParts(method ?? (body is null ? "GET" : "POST"), all, HeadersOf(part, file), body)
            {
                HttpVersion = fields.ValueOf(RequestKeys.HttpVersion)!,
            },
            new ResponseExpectations(
                part.ValueOf(RequestKeys.ExpectStatus),
                part.ValueOf(RequestKeys.ExpectRegex),
                part.ValueOf(RequestKeys.ExpectJson)));
    }

    // What holds for each request of a mix comes first, then its own.
    private IReadOnlyList<HeaderLine> HeadersOf(OptionValues part, HttpFile? file) =>
    [
        .. file?.Headers ?? [],
        .. fields.ValuesOf(RequestKeys.Header),
        .. part != fields && part.Has(RequestKeys.Header) ? part.ValuesOf(RequestKeys.Header) : [],
    ];

    private HttpFile? TemplateOf(OptionValues part)
    {
        if (!part.Has(RequestKeys.Template) || part.ValueOf(RequestKeys.Template) is not { } path)
            return null;
        try
        {
            return HttpFile.Read(path.ResolvePath(path.Text), _mistakes);
        }
        catch (FormatException e)
        {
            _mistakes.Add(path, e);
            return null;
        }
    }

    private void Check(RequestKind? kind, IDataSource? rows)
    {
        var before = _mistakes.Count;
        if (kind?.Parts.Compile(rows, _mistakes) is not { } template || _mistakes.Count > before)
            return;
        try
        {
            template.CreateMessage(0, template.GetValues(0, 0)).Dispose();
        }
        catch (UserErrorException e)
        {
            _mistakes.Add(null, e.Message);
        }
    }
}
