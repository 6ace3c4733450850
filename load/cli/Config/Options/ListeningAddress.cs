namespace TwoTier.Load.Cli.Config.Options;

internal static class ListeningAddress
{
    public const string AnyPort = "http://127.0.0.1:0";

    public static string Parse(string text) =>
        CreateUri(text) is { Scheme: "http", PathAndQuery: "/" } url
        && (url.IsLoopback || url.HostNameType is UriHostNameType.IPv4 or UriHostNameType.IPv6)
            ? text
            : throw ParseException.CreateForUnexpectedText(
                text, "http:// with an IP address of this machine or *, and a port", "http://127.0.0.1:9464");

    public static bool IsLoopback(string text) => CreateUri(text) is { IsLoopback: true };

    // The Uri class does not accept the host *, which Kestrel understands as all addresses of the machine.
    private static Uri? CreateUri(string text)
    {
        var withHost = text.Replace("//*", "//0.0.0.0", StringComparison.Ordinal);
        return Uri.TryCreate(withHost, UriKind.Absolute, out var url) ? url : null;
    }
}
