using Load.Http;
using Load.Target;

namespace Load.Experiment;

/// <summary>In what a variant differs from the request as it was written.</summary>
/// <param name="Name">As in every table.</param>
/// <param name="Query">Query parameters that it sets, as in a URL; null for none.</param>
/// <param name="BaseUrl">Its own scheme, host and port, and perhaps path; null for the request's.</param>
/// <param name="Summary">What it is, in a sentence.</param>
internal sealed record Variation(string Name, string? Query = null, string? BaseUrl = null, string? Summary = null)
{
    /// <summary>Its own, in place of those of the same name.</summary>
    public IReadOnlyList<MonitoredProcess> Processes { get; init; } = [];

    public string ApplyTo(string url)
    {
        if (BaseUrl is not null)
            url = UrlText.ReplaceBaseUrl(url, BaseUrl);
        foreach (var pair in Query?.Split('&', StringSplitOptions.RemoveEmptyEntries) ?? [])
            url = UrlText.SetQueryParameter(url, pair);
        return url;
    }
}
