using System.CommandLine.Parsing;

namespace TwoTier.Show;

/// <summary>Parses and examines the addresses on which this program listens.</summary>
internal static class ListeningAddress
{
    /// <summary>Parses the value of an option, or adds an error to it.</summary>
    public static string? Parse(ArgumentResult result)
    {
        var text = result.Tokens[0].Value;
        if (CreateUri(text) is { Scheme: "http", PathAndQuery: "/" } url
            && (url.IsLoopback || url.HostNameType is UriHostNameType.IPv4 or UriHostNameType.IPv6))
        {
            return text;
        }

        result.AddError(
            $"'{text}' is no address to listen on. Expected http:// with an IP address of this machine or *, and a "
            + $"port. Try {ShowCommand.DefaultPage}");
        return null;
    }

    /// <summary>Returns true if only programs on this machine can connect to the listening address.</summary>
    public static bool IsLoopback(string text) => CreateUri(text) is { IsLoopback: true };

    // The Uri class does not accept the host *, which Kestrel understands as all addresses of the machine.
    private static Uri? CreateUri(string text) =>
        Uri.TryCreate(text.Replace("//*", "//0.0.0.0", StringComparison.Ordinal), UriKind.Absolute, out var url)
            ? url
            : null;
}
