namespace Load.Targeting;

/// <summary>What to request: one request for each index, under one seed.</summary>
internal sealed class Target
{
    private readonly RequestTemplate _template;
    private readonly int _seed;

    /// <exception cref="FormatException">The first mistake in it.</exception>
    public Target(RequestParts parts, Rows.IRows? rows, int seed)
    {
        var mistakes = new List<string>();
        _template = parts.Compile(rows, mistakes);
        _seed = seed;
        if (mistakes.Count > 0)
            throw new FormatException(mistakes[0]);
        Url = parts.Urls[0].Text;
        BaseUrls = [.. parts.Urls.Select(url => UrlText.BaseOf(url.Text)).Distinct()];
        Kinds = parts.Urls.Count;
    }

    /// <summary>Scheme, host and port; of the first, where there are several.</summary>
    public string BaseUrl => BaseUrls[0];

    public IReadOnlyList<string> BaseUrls { get; }

    /// <summary>The first URL, as it was written.</summary>
    public string Url { get; }

    /// <summary>How many indices it takes to send one request of each kind.</summary>
    public int Kinds { get; }

    public RequestTemplate Template => _template;

    /// <summary>Names of the parameters, in the order of <see cref="ValuesFor"/>.</summary>
    public IReadOnlyList<string> Names => _template.Names;

    public string[] ValuesFor(long index) => _template.ValuesFor(_seed, index);

    public Uri UriFor(long index) => _template.UriFor(index, ValuesFor(index));

    /// <summary>The request of that index; the caller disposes it.</summary>
    /// <exception cref="MistakeException">A plugin failed, or its values make no URL.</exception>
    public HttpRequestMessage RequestFor(long index) => _template.RequestFor(index, ValuesFor(index));
}
