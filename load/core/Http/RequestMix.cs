namespace TwoTier.Load.Http;

internal sealed record RequestKind(string Name, int Weight, RequestDefinition Parts, ResponseExpectations Expectations)
{
    public RequestKind WithUrls(Func<string, string> change) =>
        this with { Parts = Parts with { Urls = [.. Parts.Urls.Select(url => url with { Text = change(url.Text) })] } };
}

/// <summary>The requests of a run or variant. The same index and seed always give the same request.</summary>
internal sealed class RequestMix(IReadOnlyList<RequestKind> kinds, DataSource? data, int seed)
{
    private readonly RequestTemplate[] _templates = [.. kinds.Select(kind => kind.Parts.Compile(data))];
    private readonly WeightedSequence _sequence = new(kinds.Select(kind => kind.Weight));

    public IReadOnlyList<RequestKind> Kinds { get; } = kinds;

    public IReadOnlyList<string> BaseUrls { get; } =
        [.. kinds.SelectMany(kind => kind.Parts.Urls).Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];

    public string BaseUrl => BaseUrls[0];

    /// <summary>Whether no request changes anything at the target, so that more of them do no harm.</summary>
    public bool IsSafe => Kinds.All(kind => kind.Parts.Method.ToUpperInvariant() is "GET" or "HEAD" or "OPTIONS");

    /// <summary>The first URL, without the values that it has.</summary>
    public string Url => UrlText.HideValues(Kinds[0].Parts.Urls[0].Text);

    /// <summary>The methods and first URLs of all kinds of request, without the values that they have.</summary>
    public string Description => string.Join(
        ", ", Kinds.Select(kind => $"{kind.Parts.Method} {UrlText.HideValues(kind.Parts.Urls[0].Text)}"));

    /// <summary>Creates the same requests to another server.</summary>
    public RequestMix At(string baseUrl) => new(
        [.. Kinds.Select(kind => kind.WithUrls(url => baseUrl + url[UrlText.GetBaseUrl(url).Length..]))],
        data,
        seed);

    /// <summary>Gets, for each kind of request and each of its URLs, the first request that uses it.</summary>
    public IEnumerable<PlannedRequest> GetFirstRequests() => Kinds.SelectMany((kind, kindIndex) => kind.Parts.Urls
        .Select((_, indexInKind) => GetRequest(_sequence.GetIndex(kindIndex, indexInKind))));

    public PlannedRequest GetRequest(long index)
    {
        var (kindIndex, indexInKind) = _sequence.GetKind(index);
        var template = _templates[kindIndex];
        var values = template.GetValues(seed, indexInKind);
        return new PlannedRequest(kindIndex, Kinds[kindIndex], template, indexInKind, values);
    }
}

internal readonly record struct PlannedRequest(
    int KindIndex, RequestKind Kind, RequestTemplate Template, long IndexInKind, string[] Values)
{
    public Uri Uri => Template.GetUri(IndexInKind, Values);
}

internal sealed record RequestBytes(
    ServerAddress Server, ReadOnlyMemory<byte> Bytes, bool IsHead, bool IsLastOnConnection);

internal readonly record struct PreparedRequest(PlannedRequest Planned, RequestBytes Bytes);

/// <summary>
/// Assigns a kind to each request index, by weight and as evenly as the weights allow: weights 3 and 1 give A A B A,
/// repeated, with any number of connections.
/// </summary>
internal sealed class WeightedSequence
{
    private readonly (int Kind, int Before)[] _cycle;
    private readonly int[] _weights;

    public WeightedSequence(IEnumerable<int> weights)
    {
        _weights = [.. weights];
        _cycle = new (int, int)[_weights.Sum()];
        var taken = new int[_weights.Length];
        for (var i = 0; i < _cycle.Length; i++)
        {
            // The next request is of the kind that is furthest behind its share.
            var next = Enumerable.Range(0, taken.Length)
                .MaxBy(kind => (i + 1.0) * _weights[kind] / _cycle.Length - taken[kind]);
            _cycle[i] = (next, taken[next]++);
        }
    }

    public (int Kind, long IndexInKind) GetKind(long index)
    {
        if (_cycle.Length == 1)
            return (0, index);
        var (cycle, position) = Math.DivRem(index, _cycle.Length);
        var (kind, before) = _cycle[position];
        return (kind, cycle * _weights[kind] + before);
    }

    /// <summary>Gets the index of a request from its kind and the number of requests of that kind before it.</summary>
    public long GetIndex(int kind, long indexInKind)
    {
        var (cycle, before) = Math.DivRem(indexInKind, _weights[kind]);
        return cycle * _cycle.Length + Array.IndexOf(_cycle, (kind, (int)before));
    }
}
