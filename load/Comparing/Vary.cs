namespace Load.Comparing;

/// <summary>One value of <c>--vary</c>.</summary>
/// <param name="Name">The value, with a number where it is given more than once.</param>
/// <param name="Text">What the query parameter is set to.</param>
/// <param name="BaseUrl">The variant's own scheme, host and port; null is the URL's.</param>
internal sealed record VaryValue(string Name, string Text, string? BaseUrl);

/// <summary>What differs between the variants: <c>strategy=a,b,c@http://other-host:port</c>.</summary>
internal sealed record Vary(string Parameter, IReadOnlyList<VaryValue> Values)
{
    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static Vary Parse(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        var values = text[(equals + 1)..].Split(',', StringSplitOptions.TrimEntries);
        if (equals <= 0 || values.Length < 2 || values.Any(string.IsNullOrEmpty))
            throw new FormatException($"found \"{text}\", expected two values or more, such as strategy=a,b,c");

        var seen = new Dictionary<string, int>();
        return new Vary(text[..equals], [.. values.Select(value => ToValue(value, seen))]);
    }

    private static VaryValue ToValue(string value, Dictionary<string, int> seen)
    {
        var at = value.IndexOf("@http", StringComparison.Ordinal);
        var name = at < 0 ? value : value[..at];
        var baseUrl = at < 0 ? null : value[(at + 1)..];
        if (baseUrl is not null && !Uri.IsWellFormedUriString(baseUrl, UriKind.Absolute))
            throw new FormatException($"\"{baseUrl}\" is not a base URL. Try {name}@http://127.0.0.1:5102");

        seen[name] = seen.GetValueOrDefault(name) + 1;
        return new VaryValue(seen[name] == 1 ? name : $"{name} ({seen[name]})", name, baseUrl);
    }
}
