namespace TwoTier.Load.Target;

/// <summary>
/// The requests that a run sends, by which the counts of a server are selected: a server also counts its health checks
/// and the readings of its metrics.
/// </summary>
internal sealed class SentRequests
{
    // The method that the semantic conventions of OpenTelemetry use for methods that are not standard.
    private const string OtherMethod = "_OTHER";

    private readonly (string Method, string Path)[] _requests;

    public SentRequests(IEnumerable<RequestDefinition> requests) => _requests =
    [
        .. requests.SelectMany(parts => parts.Urls.Select(url => (parts.Method, GetPath(url.Text)))).Distinct(),
    ];

    /// <summary>Returns whether the run sends requests that a server counts under a method and a route.</summary>
    public bool IncludesRequest(string? method, string? route) => _requests.Any(request =>
        (method is null or OtherMethod || method.Equals(request.Method, StringComparison.OrdinalIgnoreCase))
        && (route is null || RoutePattern.Matches(route, request.Path)));

    private static string GetPath(string url)
    {
        var withWildcards = ParameterSet.ReplacePlaceholders(url, _ => $"{RoutePattern.Wildcard}");
        var path = withWildcards[UrlText.GetBaseUrl(withWildcards).Length..].Split('?', '#')[0];
        return Uri.UnescapeDataString(path);
    }
}
