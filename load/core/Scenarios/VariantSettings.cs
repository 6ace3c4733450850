namespace TwoTier.Load.Scenarios;

/// <summary>A variant of a comparison: how it differs from the request of the scenario.</summary>
internal sealed class VariantSettings
{
    /// <summary>The place of the variant in YAML; null for one of a line.</summary>
    public SourceSpan? Place { get; init; }

    public string? Name { get; set; }
    public string? Query { get; set; }
    public string? Url { get; set; }
    public string? Summary { get; set; }
    public List<MonitorChoice> Monitors { get; } = [];

    /// <summary>
    /// Parses the variants of one line: values of a query parameter (<c>strategy=a,b,c@http://other-host:port</c>).
    /// </summary>
    public static VariantSettings[] ParseLine(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        var values = text[(equals + 1)..].Split(',', StringSplitOptions.TrimEntries);
        if (equals <= 0 || values.Length < 2 || values.Any(string.IsNullOrEmpty))
            throw ParseException.CreateForUnexpectedText(text, "two values or more", "strategy=a,b,c");

        var parameter = RequireParameter(text[..equals]);
        VariantSettings[] variants = [.. values.Select(value => ParseValue(parameter, value))];
        foreach (var (variant, name) in variants.Zip(Number([.. variants.Select(one => one.Name!)])))
            variant.Name = name;
        return variants;
    }

    /// <summary>Appends a number to a name that occurs again: what is compared with itself has two names.</summary>
    public static string[] Number(string[] names) => [.. names.Select((name, i) =>
        names.Take(i + 1).Count(other => other == name) is > 1 and var count ? $"{name} ({count})" : name)];

    public string ApplyTo(string url)
    {
        if (Url is not null)
            url = UrlText.ReplaceBaseUrl(url, Url);
        foreach (var pair in Query?.Split('&', StringSplitOptions.RemoveEmptyEntries) ?? [])
            url = UrlText.SetQueryParameter(url, pair);
        return url;
    }

    private static VariantSettings ParseValue(string parameter, string value)
    {
        var at = value.IndexOf("@http", StringComparison.Ordinal);
        var name = at < 0 ? value : value[..at];
        var url = at < 0 ? null : value[(at + 1)..];
        if (url is not null && !UrlText.IsAbsolute(url))
            throw ParseException.Create($"\"{url}\" is not a base URL", $"{name}@http://127.0.0.1:5102");
        return new VariantSettings
        {
            Name = name,
            Query = $"{parameter}={Uri.EscapeDataString(name)}",
            Url = url,
        };
    }

    private static string RequireParameter(string name) => name.IndexOfAny(['/', '?', ':', '@']) < 0
        ? name
        : throw ParseException.Create(
            $"\"{name}\" cannot be the name of a query parameter, because it contains /, ?, : or @",
            "two URLs as arguments for variants with different paths");

    public static string ParseQuery(string text)
    {
        foreach (var pair in text.Split('&'))
            RequireParameter(pair.Split('=')[0]);
        return text;
    }
}
