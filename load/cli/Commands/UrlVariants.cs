namespace TwoTier.Load.Cli.Commands;

internal static class UrlVariants
{
    public static void Set(Scenario scenario, string[] urls)
    {
        if (scenario.IsTyped("vary"))
            throw scenario.CreateError("vary", $"cannot be combined with {urls.Length} URLs", "one URL");
        Set(scenario, urls, [.. GetNames(urls)]);
    }

    public static void Set(Scenario scenario, string[] urls, string[] names)
    {
        scenario.Variants =
        [
            .. urls.Zip(names, (url, name) => new VariantSettings { Name = name, Url = UrlText.ParseAbsolute(url) }),
        ];
        if (scenario.Urls.Count == 0)
            scenario.SetUrls([UrlText.GetBaseUrl(urls[0])]);
    }

    // The variants are named by what differs: the hosts, the paths, or both.
    private static IEnumerable<string> GetNames(string[] urls)
    {
        string[] hosts = [.. urls.Select(GetHost)];
        string[] paths = [.. urls.Select(url => Redactor.Default.RedactUrl(url[UrlText.GetBaseUrl(url).Length..]))];
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
