using System.Globalization;
using System.Net;
using System.Text;

namespace TwoTier.Load.Http;

/// <summary>
/// A URL without TLS, divided into the server, which is always the same, and the path and query, which are known but
/// for the values of parameters. Such a URL need not be parsed again for each request.
/// </summary>
internal sealed record UrlDivision(DnsEndPoint Server, byte[] HostLine, TextTemplate Path)
{
    private const string MarkerPattern = "q0z";

    /// <summary>Divides a URL.</summary>
    /// <returns>Null if the server depends on a parameter, or if a value may change more than its own place.</returns>
    public static UrlDivision? TryCreate(TextTemplate url)
    {
        if (url.HasOpenEscape
            || !Uri.TryCreate(url.RenderMarked(GetMarker), UriKind.Absolute, out var uri)
            || uri.Scheme != Uri.UriSchemeHttp
            || uri.Authority.Contains(MarkerPattern, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        return url.TryReplaceLiterals(uri.PathAndQuery, GetMarker) is { } path
            ? new UrlDivision(new DnsEndPoint(uri.IdnHost, uri.Port), FormatHostLine(uri), path)
            : null;
    }

    /// <summary>
    /// Returns whether a value may change the path around it: a segment of dots means another segment. All other
    /// characters with a meaning are escaped.
    /// </summary>
    public static bool MayChangePath(string value) => value.AsSpan().Trim('.').IsEmpty;

    /// <summary>Formats the header Host of a request.</summary>
    public static byte[] FormatHostLine(Uri uri)
    {
        var host = uri.HostNameType == UriHostNameType.IPv6 ? $"[{uri.IdnHost}]" : uri.IdnHost;
        return Encoding.ASCII.GetBytes(uri.IsDefaultPort
            ? $"Host: {host}\r\n"
            : string.Create(CultureInfo.InvariantCulture, $"Host: {host}:{uri.Port}\r\n"));
    }

    private static string GetMarker(int position) =>
        string.Create(CultureInfo.InvariantCulture, $"{MarkerPattern}{position}{MarkerPattern}");
}
