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

    public SentRequests(IEnumerable<RequestDefinition> requests)
        : this(requests.SelectMany(parts => parts.Urls.Select(url => (parts.Method, GetPath(url.Text)))))
    {
    }

    private SentRequests(IEnumerable<(string Method, string Path)> requests) => _requests = [.. requests.Distinct()];

    /// <summary>Combines what several variants send to a process; null if that is not known of one.</summary>
    public static SentRequests? Combine(IEnumerable<MonitoredProcess> processes) =>
        processes.All(process => process.SentRequests is not null)
            ? new SentRequests(processes.SelectMany(process => process.SentRequests!._requests))
            : null;

    /// <summary>Returns whether the run sends requests that a server counts under a method and a route.</summary>
    public bool IncludesRequest(string? method, string? route) => _requests.Any(request =>
        (method is null or OtherMethod || method.Equals(request.Method, StringComparison.OrdinalIgnoreCase))
        && (route is null || RoutePattern.Matches(route, request.Path)));

    private static string GetPath(string url)
    {
        var example = ParameterSet.ReplacePlaceholders(url, _ => "1");
        return Uri.UnescapeDataString(example[UrlText.GetBaseUrl(example).Length..].Split('?', '#')[0]);
    }
}
