namespace TwoTier.Load.Http;

/// <summary>
/// A URL, divided into the server, which is always the same, and the path and query, which are known but for the values
/// of parameters. Such a URL need not be parsed again for each request.
/// </summary>
internal sealed record UrlDivision(ServerAddress Server, string Authority, TextTemplate Path)
{
    // Those that System.Uri leaves as they are.
    private static readonly SearchValues<char> PathCharacters = SearchValues.Create(
        "/?&=:,;+-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    private readonly byte[] _hostLine = Encoding.ASCII.GetBytes($"Host: {Authority}\r\n");

    /// <summary>Divides a URL; null if it must be parsed with its values.</summary>
    public static UrlDivision? TryCreate(TextTemplate url)
    {
        var baseUrl = UrlText.GetBaseUrl(url.Start);
        return url.TryGetPath(baseUrl, PathCharacters) is { } path ? Create(new Uri(baseUrl), path) : null;
    }

    public static UrlDivision Create(Uri uri) => Create(uri, new TextTemplate(uri.PathAndQuery));

    /// <summary>Gets a URL with its server and path as they are sent.</summary>
    public static string GetSentUrl(Uri uri) => $"{uri.Scheme}://{Create(uri).Authority}{uri.PathAndQuery}";

    /// <summary>
    /// Returns whether a value may change the path around it: a segment of dots means another segment. All other
    /// characters with a meaning are escaped.
    /// </summary>
    public static bool MayChangePath(string value) => value.AsSpan().Trim('.').IsEmpty;

    public void Write(string[] values, bool hasHost, ArrayBufferWriter<byte> buffer)
    {
        Path.Write(values, buffer);
        buffer.Write(" HTTP/1.1\r\n"u8);
        if (!hasHost)
            buffer.Write(_hostLine);
    }

    private static UrlDivision Create(Uri uri, TextTemplate path)
    {
        // The zone of an address means something to this machine only.
        var host = uri.HostNameType == UriHostNameType.IPv6 ? uri.Host : uri.IdnHost;
        var port = uri.IsDefaultPort ? "" : string.Create(CultureInfo.InvariantCulture, $":{uri.Port}");
        return new UrlDivision(ServerAddress.FromUrl(uri), host + port, path);
    }
}

internal sealed record ServerAddress(string Host, int Port, bool IsTls)
{
    public static ServerAddress FromUrl(Uri url) => new(url.IdnHost, url.Port, url.Scheme == Uri.UriSchemeHttps);
}
