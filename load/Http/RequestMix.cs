using Load.Diagnostics;
using Load.Http.DataSources;

namespace Load.Http;

/// <summary>What to request: one request for each index, under one seed.</summary>
internal sealed class RequestMix
{
    private readonly RequestTemplate[] _templates;
    private readonly int[][] _slots;
    private readonly WeightedSequence _turns;
    private readonly int _seed;

    /// <param name="kinds">One or more.</param>
    /// <param name="rows">Values of parameters; null for none.</param>
    /// <param name="seed">Of random values.</param>
    /// <exception cref="InvalidOperationException">Something is wrong that <see cref="RequestParts.Compile"/> says.</exception>
    public RequestMix(IReadOnlyList<RequestKind> kinds, IDataSource? rows, int seed)
    {
        var mistakes = new DiagnosticList();
        (Kinds, _seed) = (kinds, seed);
        _templates = [.. kinds.Select(kind => kind.Parts.Compile(rows, mistakes))];
        _turns = new WeightedSequence(kinds.Select(kind => kind.Weight));
        if (mistakes.Count > 0)
            throw new InvalidOperationException(string.Join('\n', mistakes.All));
        BaseUrls = [.. kinds.SelectMany(kind => kind.Parts.Urls).Select(url => UrlText.BaseOf(url.Text)).Distinct()];
        Names = [.. _templates.SelectMany(template => template.Names).Distinct()];
        _slots = [.. _templates.Select(template => Names.Select(template.Names.IndexOf).ToArray())];
    }

    public IReadOnlyList<RequestKind> Kinds { get; }

    /// <summary>Names of all parameters.</summary>
    public IReadOnlyList<string> Names { get; }

    public IReadOnlyList<string> BaseUrls { get; }

    /// <summary>Scheme, host and port; of the first, where there are several.</summary>
    public string BaseUrl => BaseUrls[0];

    /// <summary>The first URL, as it was written.</summary>
    public string Url => Kinds[0].Parts.Urls[0].Text;

    /// <summary>Verb and URL of each kind, as they were written.</summary>
    public string Text => string.Join(", ", Kinds.Select(kind => $"{kind.Parts.Method} {kind.Parts.Urls[0].Text}"));

    /// <summary>The first index of each kind and URL.</summary>
    public IEnumerable<long> OneOfEach() => Kinds.SelectMany(
        (kind, number) => kind.Parts.Urls.Select((_, own) => _turns.IndexOf(number, own)));

    /// <exception cref="UserErrorException">A plugin failed.</exception>
    public PlannedRequest At(long index)
    {
        var (number, own) = _turns.At(index);
        var template = _templates[number];
        return new PlannedRequest(number, Kinds[number], template, own, template.ValuesFor(_seed, own));
    }

    /// <summary>The values of <see cref="Names"/>, in their order; null where the request has no such parameter.</summary>
    public IEnumerable<string?> ValuesFor(PlannedRequest request) =>
        _slots[request.Number].Select(slot => slot < 0 ? null : request.Values[slot]);
}
