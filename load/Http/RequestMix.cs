using Load.Diagnostics;
using Load.Http.DataSources;

namespace Load.Http;

/// <summary>What to request: one request for each index, under one seed.</summary>
internal sealed class RequestMix
{
    private readonly RequestTemplate[] _templates;
    private readonly int[][] _slots;
    private readonly WeightedSequence _sequence;
    private readonly int _seed;

    /// <param name="kinds">One or more.</param>
    /// <param name="data">Values of parameters; null for none.</param>
    /// <param name="seed">Of random values.</param>
    /// <exception cref="InvalidOperationException">Something is wrong that <see cref="RequestParts.Compile"/> says.</exception>
    public RequestMix(IReadOnlyList<RequestKind> kinds, IDataSource? data, int seed)
    {
        var diagnostics = new DiagnosticList();
        (Kinds, _seed) = (kinds, seed);
        _templates = [.. kinds.Select(kind => kind.Parts.Compile(data, diagnostics))];
        _sequence = new WeightedSequence(kinds.Select(kind => kind.Weight));
        if (diagnostics.Count > 0)
            throw new InvalidOperationException(string.Join('\n', diagnostics.All));
        BaseUrls = [.. kinds.SelectMany(kind => kind.Parts.Urls).Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];
        ParameterNames = [.. _templates.SelectMany(template => template.ParameterNames).Distinct()];
        _slots = [.. _templates.Select(template => ParameterNames.Select(template.ParameterNames.IndexOf).ToArray())];
    }

    public IReadOnlyList<RequestKind> Kinds { get; }

    /// <summary>Names of all parameters.</summary>
    public IReadOnlyList<string> ParameterNames { get; }

    public IReadOnlyList<string> BaseUrls { get; }

    /// <summary>Scheme, host and port; of the first, where there are several.</summary>
    public string BaseUrl => BaseUrls[0];

    /// <summary>The first URL, as it was written.</summary>
    public string Url => Kinds[0].Parts.Urls[0].Text;

    /// <summary>Verb and URL of each kind, as they were written.</summary>
    public string Description => string.Join(", ", Kinds.Select(kind => $"{kind.Parts.Method} {kind.Parts.Urls[0].Text}"));

    /// <summary>The first index of each kind and URL.</summary>
    public IEnumerable<long> GetFirstIndices() => Kinds.SelectMany(
        (kind, kindIndex) => kind.Parts.Urls.Select((_, indexInKind) => _sequence.GetIndex(kindIndex, indexInKind)));

    /// <exception cref="UserErrorException">A plugin failed.</exception>
    public PlannedRequest GetRequest(long index)
    {
        var (kindIndex, indexInKind) = _sequence.GetKind(index);
        var template = _templates[kindIndex];
        return new PlannedRequest(kindIndex, Kinds[kindIndex], template, indexInKind, template.GetValues(_seed, indexInKind));
    }

    /// <summary>The values of <see cref="ParameterNames"/>, in their order; null where the request has no such parameter.</summary>
    public IEnumerable<string?> GetValues(PlannedRequest request) =>
        _slots[request.KindIndex].Select(slot => slot < 0 ? null : request.Values[slot]);
}
