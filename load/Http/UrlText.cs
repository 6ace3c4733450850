using Load.Diagnostics;

namespace Load.Http;

/// <summary>
/// Changes to a URL that may still hold parameters, which <see cref="UriBuilder"/> would escape.
/// </summary>
internal static class UrlText
{
    /// <summary>Sets a query parameter: in its place where it is there, else at the end.</summary>
    /// <param name="url">May have parameters already.</param>
    /// <param name="pair">Name=value, escaped.</param>
    public static string SetQueryParameter(string url, string pair)
    {
        var name = pair.Split('=')[0];
        var mark = url.IndexOf('?', StringComparison.Ordinal);
        if (mark < 0)
            return $"{url}?{pair}";

        var pairs = url[(mark + 1)..].Split('&', StringSplitOptions.RemoveEmptyEntries).ToList();
        var place = pairs.FindIndex(p => p == name || p.StartsWith($"{name}=", StringComparison.Ordinal));
        if (place < 0)
            pairs.Add(pair);
        else
            pairs[place] = pair;
        return $"{url[..mark]}?{string.Join('&', pairs)}";
    }

    /// <exception cref="FormatException">Not a URL of HTTP; parameters in it are looked at later.</exception>
    public static string ParseAbsolute(string text)
    {
        if (text.Length > 0 && !text.Contains("://", StringComparison.Ordinal))
            throw ParseException.Create($"\"{text}\" has no scheme", $"http://{text}");
        return IsAbsolute(text)
            ? text
            : throw ParseException.CreateUnexpected(text, "a URL of HTTP", "http://localhost:5100/");
    }

    public static bool IsAbsolute(string text) =>
        text.Contains("://", StringComparison.Ordinal)
        && Uri.TryCreate(GetBaseUrl(text), UriKind.Absolute, out var uri)
        && uri.Scheme is "http" or "https";

    /// <summary>Scheme, host and port, without a slash at the end.</summary>
    public static string GetBaseUrl(string url)
    {
        var host = url.IndexOf("://", StringComparison.Ordinal) + 3;
        var end = url.IndexOfAny(['/', '?'], host);
        return end < 0 ? url : url[..end];
    }

    /// <summary>The same path and query on another scheme, host and port; where that has a path of its own, just that.</summary>
    public static string ReplaceBaseUrl(string url, string baseUrl) => baseUrl.Length > GetBaseUrl(baseUrl).Length + 1
        ? baseUrl
        : GetBaseUrl(baseUrl) + url[GetBaseUrl(url).Length..];
}
