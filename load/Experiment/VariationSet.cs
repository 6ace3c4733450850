using Load.Diagnostics;
using Load.Http;

namespace Load.Experiment;

/// <summary>
/// What differs between the variants in a line: a query parameter (<c>strategy=a,b,c@http://other-host:port</c>), or
/// just the host (<c>old@http://a:1,new@http://b:2</c>).
/// </summary>
internal sealed record VariationSet(IReadOnlyList<Variation> Variations)
{
    private const string Example = "strategy=a,b,c or old@http://a:1,new@http://b:2";

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static VariationSet Parse(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (text.IndexOf("@http", StringComparison.Ordinal) is >= 0 and var at && at < equals)
            equals = -1;
        var values = text[(equals + 1)..].Split(',', StringSplitOptions.TrimEntries);
        var isOfHosts = equals < 0 && values.All(value => value.Contains("@http", StringComparison.Ordinal));
        if ((equals <= 0 && !isOfHosts) || values.Length < 2 || values.Any(string.IsNullOrEmpty))
            throw ParseException.CreateUnexpected(text, "two values or more", Example);

        var seen = new Dictionary<string, int>();
        return new VariationSet([.. values.Select(value => ToVariation(isOfHosts ? null : text[..equals], value, seen))]);
    }

    private static Variation ToVariation(string? parameter, string value, Dictionary<string, int> seen)
    {
        var at = value.IndexOf("@http", StringComparison.Ordinal);
        var name = at < 0 ? value : value[..at];
        var baseUrl = at < 0 ? null : value[(at + 1)..];
        if (baseUrl is not null && !UrlText.IsAbsolute(baseUrl))
            throw ParseException.Create($"\"{baseUrl}\" is not a base URL", $"{name}@http://127.0.0.1:5102");

        // What is compared with itself has a number.
        seen[name] = seen.GetValueOrDefault(name) + 1;
        var query = parameter is null ? null : $"{parameter}={Uri.EscapeDataString(name)}";
        return new Variation(seen[name] == 1 ? name : $"{name} ({seen[name]})", query, baseUrl);
    }
}
