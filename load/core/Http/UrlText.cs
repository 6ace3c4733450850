namespace TwoTier.Load.Http;

// Placeholders would be escaped by UriBuilder.
internal static partial class UrlText
{
    /// <summary>Stands for what is not written, because it may be secret.</summary>
    public const string Hidden = "…";

    public static string SetQueryParameter(string url, string pair)
    {
        var name = pair.Split('=')[0];
        var mark = url.IndexOf('?', StringComparison.Ordinal);
        if (mark < 0)
            return $"{url}?{pair}";

        var pairs = url[(mark + 1)..].Split('&', StringSplitOptions.RemoveEmptyEntries).ToList();
        var position = pairs.FindIndex(p => p == name || p.StartsWith($"{name}=", StringComparison.Ordinal));
        if (position < 0)
            pairs.Add(pair);
        else
            pairs[position] = pair;
        return $"{url[..mark]}?{string.Join('&', pairs)}";
    }

    public static string ParseAbsolute(string text)
    {
        if (text.Length > 0 && !text.Contains("://", StringComparison.Ordinal))
            throw ParseException.Create($"\"{text}\" has no scheme", $"http://{text}");
        if (text.Contains("://", StringComparison.Ordinal) && GetBaseUrl(text).Contains('@', StringComparison.Ordinal))
            throw ParseException.Create("the URL contains user:password@", "-H 'Authorization: Basic …'");
        return IsAbsolute(text)
            ? text
            : throw ParseException.CreateForUnexpectedText(text, "an HTTP URL", "http://localhost:5100/");
    }

    public static bool IsAbsolute(string text) =>
        text.Contains("://", StringComparison.Ordinal)
        && Uri.TryCreate(GetBaseUrl(text), UriKind.Absolute, out var uri)
        && uri is { Scheme: "http" or "https", UserInfo: "" };

    /// <summary>Gets the base URL (scheme, host and port) of an absolute URL, without a slash at the end.</summary>
    public static string GetBaseUrl(string url)
    {
        var host = url.IndexOf("://", StringComparison.Ordinal) + 3;
        var end = url.IndexOfAny(['/', '?'], host);
        return end < 0 ? url : url[..end];
    }

    /// <summary>
    /// Leaves what may stand in results of a URL or of its path: the host, the path, and the names of what follows.
    /// </summary>
    public static string HideValues(string url)
    {
        var path = url.IndexOfAny(['?', '#']) is >= 0 and var end ? url[..end] : url;
        return PathParameter().Replace(path, $"$1{Hidden}") + QueryValue().Replace(url[path.Length..], $"$1{Hidden}");
    }

    /// <summary>Replaces scheme, host and port of a URL, or all of it if the base URL has a path.</summary>
    public static string ReplaceBaseUrl(string url, string baseUrl) => baseUrl.Length > GetBaseUrl(baseUrl).Length + 1
        ? baseUrl
        : GetBaseUrl(baseUrl) + url[GetBaseUrl(url).Length..];

    // As in /a;jsessionid=….
    [GeneratedRegex("(;[^=;/]*=)[^;/]+")]
    private static partial Regex PathParameter();

    // What has no name is a value.
    [GeneratedRegex("([?&;#](?:[^=&;#]*=)?)[^&;#]+")]
    private static partial Regex QueryValue();
}
