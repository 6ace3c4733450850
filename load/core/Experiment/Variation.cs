namespace TwoTier.Load.Experiment;

/// <summary>The differences of a variant from the request of the scenario.</summary>
internal sealed record Variation(string Name, string? Query = null, string? BaseUrl = null, string? Summary = null)
{
    /// <summary>The processes that replace those of the same name, for this variant only.</summary>
    public IReadOnlyList<MonitorChoice> Processes { get; init; } = [];

    public string ApplyTo(string url)
    {
        if (BaseUrl is not null)
            url = UrlText.ReplaceBaseUrl(url, BaseUrl);
        foreach (var pair in Query?.Split('&', StringSplitOptions.RemoveEmptyEntries) ?? [])
            url = UrlText.SetQueryParameter(url, pair);
        return url;
    }
}

/// <summary>
/// The variations of a comparison, written as one line: values of a query parameter
/// (<c>strategy=a,b,c@http://other-host:port</c>), or base URLs (<c>old@http://a:1,new@http://b:2</c>).
/// </summary>
internal sealed record VariationSet(IReadOnlyList<Variation> Variations)
{
    private const string Example = "strategy=a,b,c or old@http://a:1,new@http://b:2";

    public static VariationSet Parse(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (text.IndexOf("@http", StringComparison.Ordinal) is >= 0 and var at && at < equals)
            equals = -1;
        var values = text[(equals + 1)..].Split(',', StringSplitOptions.TrimEntries);
        var hasOnlyBaseUrls = equals < 0 && values.All(value => value.Contains("@http", StringComparison.Ordinal));
        if ((equals <= 0 && !hasOnlyBaseUrls) || values.Length < 2 || values.Any(string.IsNullOrEmpty))
            throw ParseException.CreateForUnexpectedText(text, "two values or more", Example);

        var counts = new Dictionary<string, int>();
        var parameter = hasOnlyBaseUrls ? null : RequireParameter(text[..equals]);
        return new VariationSet([.. values.Select(value => ParseVariation(parameter, value, counts))]);
    }

    /// <summary>Returns the name of a query parameter, and throws if it looks like a part of a URL.</summary>
    public static string RequireParameter(string name) => name.IndexOfAny(['/', '?', ':', '@']) < 0
        ? name
        : throw ParseException.Create(
            $"the name of a query parameter cannot contain / ? : or @, as \"{name}\" does",
            "two URLs as arguments for variants with different paths");

    private static Variation ParseVariation(string? parameter, string value, Dictionary<string, int> counts)
    {
        var at = value.IndexOf("@http", StringComparison.Ordinal);
        var name = at < 0 ? value : value[..at];
        var baseUrl = at < 0 ? null : value[(at + 1)..];
        if (baseUrl is not null && !UrlText.IsAbsolute(baseUrl))
            throw ParseException.Create($"\"{baseUrl}\" is not a base URL", $"{name}@http://127.0.0.1:5102");

        // If a value is compared with itself, a number is appended to the name of the variant.
        var count = counts[name] = counts.GetValueOrDefault(name) + 1;
        var query = parameter is null ? null : $"{parameter}={Uri.EscapeDataString(name)}";
        return new Variation(count == 1 ? name : $"{name} ({count})", query, baseUrl);
    }
}
