namespace TwoTier.Load.Http;

/// <summary>
/// A URL, divided into the server, which is always the same, and the path and query, which are known but for the values
/// of parameters. Such a URL need not be parsed again for each request.
/// </summary>
internal sealed record UrlDivision(ServerAddress Server, string Authority, TextTemplate Path)
{
    private const string MarkerPattern = "q0z";

    private readonly byte[] _hostLine = Encoding.ASCII.GetBytes($"Host: {Authority}\r\n");

    /// <summary>Divides a URL; null if a value may change the server, or more than its own place.</summary>
    public static UrlDivision? TryCreate(TextTemplate url)
    {
        if (url.HasOpenEscape
            || !Uri.TryCreate(url.RenderMarked(GetMarker), UriKind.Absolute, out var uri)
            || uri.Authority.Contains(MarkerPattern, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        return url.TryReplaceLiterals(uri.PathAndQuery, GetMarker) is { } path ? Create(uri, path) : null;
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

    private static string GetMarker(int position) =>
        string.Create(CultureInfo.InvariantCulture, $"{MarkerPattern}{position}{MarkerPattern}");
}

internal sealed record ServerAddress(string Host, int Port, bool IsTls)
{
    public static ServerAddress FromUrl(Uri url) => new(url.IdnHost, url.Port, url.Scheme == Uri.UriSchemeHttps);
}
