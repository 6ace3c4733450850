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
        var counts = new Dictionary<string, int>();
        foreach (var name in names)
        {
            var count = counts[name] = counts.GetValueOrDefault(name) + 1;
            yield return count == 1 ? name : $"{name} ({count})";
        }
    }

    private static string GetHost(string url)
    {
        var baseUrl = UrlText.GetBaseUrl(UrlText.SplitUserInfo(url).Url);
        return baseUrl[(baseUrl.IndexOf("://", StringComparison.Ordinal) + 3)..];
    }
}
