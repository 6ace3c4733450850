namespace Load.Targeting;

/// <summary>What to request: the URL of each request index, under one seed.</summary>
internal sealed class Target(UrlTemplate template, int seed)
{
    /// <summary>Scheme, host and port.</summary>
    public string BaseUrl { get; } = UrlText.BaseOf(template.Text);

    /// <summary>The template, as it was written.</summary>
    public string Url => template.Text;

    public Uri UriFor(long index) => template.UriFor(seed, index);

    /// <summary>The request of that index; the caller disposes it.</summary>
    public HttpRequestMessage RequestFor(long index) => new(HttpMethod.Get, UriFor(index));
}
