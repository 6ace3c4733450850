namespace TwoTier.Load.Scenarios;

internal static class UrlNames
{
    /// <summary>Names variants by what differs: the hosts, the paths, or both.</summary>
    public static IEnumerable<string> Create(string[] urls)
    {
        string[] hosts = [.. urls.Select(GetHost)];
        string[] paths = [.. urls.Select(url => url[UrlText.GetBaseUrl(url).Length..])];
        var names = hosts.Distinct().Count() == urls.Length ? hosts
            : paths.Distinct().Count() == urls.Length ? paths
            : [.. hosts.Zip(paths, string.Concat)];
        return Number(names);
    }

    /// <summary>Appends a number to a name that occurs again: what is compared with itself has two names.</summary>
    public static IEnumerable<string> Number(IReadOnlyList<string> names) => names.Select((name, i) =>
        names.Take(i + 1).Count(other => other == name) is > 1 and var count ? $"{name} ({count})" : name);

    private static string GetHost(string url)
    {
        var baseUrl = UrlText.GetBaseUrl(url);
        return baseUrl[(baseUrl.IndexOf("://", StringComparison.Ordinal) + 3)..];
    }
}
