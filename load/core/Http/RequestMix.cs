namespace TwoTier.Load.Http;

/// <summary>One kind of request in a mix.</summary>
internal sealed record RequestKind(string Name, int Weight, RequestDefinition Parts, ResponseExpectations Expectations);

/// <summary>
/// The requests of a run or of a variant: one for each request index. The same index and seed always give the same
/// request.
/// </summary>
internal sealed class RequestMix
{
    private readonly RequestTemplate[] _templates;
    private readonly int[][] _valueIndices;
    private readonly bool[] _isSecretParameter;
    private readonly WeightedSequence _sequence;
    private readonly int _seed;
    private readonly SequencePart _sequencePart;

    public RequestMix(
        IReadOnlyList<RequestKind> kinds,
        IDataSource? data,
        int seed,
        Redactor? redactor = null,
        SequencePart? part = null)
    {
        var diagnostics = new DiagnosticList();
        Redactor = redactor ?? Redactor.Default;
        (Kinds, _seed, _sequencePart) = (kinds, seed, part ?? SequencePart.WholeSequence);
        _templates = [.. kinds.Select(kind => kind.Parts.Compile(data, diagnostics))];
        _sequence = new WeightedSequence(kinds.Select(kind => kind.Weight));
        if (diagnostics.Count > 0)
            throw new InvalidOperationException(string.Join('\n', diagnostics.All));
        var urls = kinds.SelectMany(kind => kind.Parts.Urls);
        BaseUrls = [.. urls.Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];
        ParameterNames = [.. _templates.SelectMany(template => template.ParameterNames).Distinct()];
        _isSecretParameter = [.. ParameterNames.Select(name => kinds.Any(kind => IsSecret(kind, name)))];
        _valueIndices = [.. _templates.Select(
            template => ParameterNames.Select(template.ParameterNames.IndexOf).ToArray())];
    }

    public IReadOnlyList<RequestKind> Kinds { get; }

    /// <summary>Removes the secrets from everything that the tool shows or writes about the requests.</summary>
    public Redactor Redactor { get; }

    /// <summary>The names of all parameters of all kinds of request.</summary>
    public IReadOnlyList<string> ParameterNames { get; }

    /// <summary>The base URLs (scheme, host and port) of all requests, without duplicates.</summary>
    public IReadOnlyList<string> BaseUrls { get; }

    /// <summary>The base URL (scheme, host and port) of the first request.</summary>
    public string BaseUrl => BaseUrls[0];

    /// <summary>The first URL of the mix as the user wrote it, without secrets.</summary>
    public string Url => Redactor.RedactUrl(Kinds[0].Parts.Urls[0].Text);

    /// <summary>
    /// The method and the first URL of each kind of request, as the user wrote them, without secrets.
    /// </summary>
    public string Description => string.Join(
        ", ", Kinds.Select(kind => $"{kind.Parts.Method} {Redactor.RedactUrl(kind.Parts.Urls[0].Text)}"));

    /// <summary>Gets, for each kind of request and each of its URLs, the first request index that uses it.</summary>
    public IEnumerable<long> GetFirstIndices() => Kinds.SelectMany(
        (kind, kindIndex) => kind.Parts.Urls.Select((_, indexInKind) => _sequence.GetIndex(kindIndex, indexInKind)));

    /// <summary>Gets the request to send for a request index.</summary>
    public PlannedRequest GetRequest(long index)
    {
        var (kindIndex, indexInKind) = _sequence.GetKind(index);
        var template = _templates[kindIndex];
        var values = template.GetValues(_seed, _sequencePart.GetPosition(indexInKind));
        return new PlannedRequest(kindIndex, Kinds[kindIndex], template, indexInKind, values);
    }

    /// <summary>
    /// Gets the values of the parameters in the order of <see cref="ParameterNames"/>, without secrets. A value is null
    /// if the request does not use the parameter.
    /// </summary>
    public IEnumerable<string?> GetValues(PlannedRequest request) => _valueIndices[request.KindIndex]
        .Zip(_isSecretParameter, (slot, isSecret) => slot < 0 ? null
            : isSecret ? Redactor.ReplacementText
            : request.Values[slot]);

    // A parameter is secret too if a header or a query parameter with a secret name takes its value.
    private bool IsSecret(RequestKind kind, string parameter)
    {
        return Redactor.IsSecret(parameter)
            || kind.Parts.Headers.Any(line =>
                IsRemoved(line.Value.Text, text => Redactor.RedactHeader(line.Name, text)))
            || kind.Parts.Urls.Any(url => IsRemoved(url.Text, Redactor.RedactUrl));

        bool IsRemoved(string text, Func<string, string> redact)
        {
            const string value = "\u0001";
            var marked = ParameterSet.ReplacePlaceholders(
                text, inside => inside.Split(':')[0] == parameter ? value : ParameterSet.FormatPlaceholder(inside));
            return marked.Contains(value, StringComparison.Ordinal)
                && !redact(marked).Contains(value, StringComparison.Ordinal);
        }
    }
}
