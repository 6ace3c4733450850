using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>Addresses to listen on.</summary>
internal static class ListeningAddress
{
    /// <summary>The system gives one that is free.</summary>
    public const string AnyPort = "http://127.0.0.1:0";

    public static string Parse(string text) =>
        Read(text) is { Scheme: "http", PathAndQuery: "/" } url
        && (url.IsLoopback || url.HostNameType is UriHostNameType.IPv4 or UriHostNameType.IPv6)
            ? text
            : throw ParseException.CreateUnexpected(text, "http://, an address of this machine or *, and a port", "http://127.0.0.1:9464");

    /// <summary>Nobody on another machine gets there.</summary>
    public static bool IsLoopback(string text) => Read(text) is { IsLoopback: true };

    // Kestrel's * is no host to anybody else.
    private static Uri? Read(string text) =>
        Uri.TryCreate(text.Replace("//*", "//0.0.0.0", StringComparison.Ordinal), UriKind.Absolute, out var url) ? url : null;
}
