using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that define how connections are opened.</summary>
internal static class ConnectionKeys
{
    private const int MaxStreams = 1000;

    public static readonly OptionKey<int> Streams = new(
        "streams",
        "HTTP/2: number of requests at a time on each of the connections.",
        Parsers.IntegerParser(1, MaxStreams))
    { ValueName = "n", Default = "1" };

    public static readonly OptionKey<bool> DisableKeepAlive = new(
        "disable-keepalive", "Open a new connection for each request.", Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<bool> AcceptAnyCertificate = new(
        "insecure", "Accept any certificate of the server.", Parsers.ParseBoolean)
    { Alias = "-k", IsSwitch = true };

    public static readonly OptionKey<X509Certificate2Collection> CaCertificate = new(
        "cacert",
        "PEM file with the certificate authorities to trust.",
        path => ReadAuthorities(path.ResolvePath(path.Text)))
    {
        ValueName = "path",
    };

    public static readonly OptionKey<SourceSpan> Certificate = new(
        "cert", "Client certificate, as a PEM file or a PKCS #12 file (.pfx, .p12) without a password.", path => path)
    {
        ValueName = "path",
    };

    public static readonly OptionKey<SourceSpan> PrivateKey = new(
        "key", "Private key of the client certificate, if it is not in the same PEM file.", path => path)
    {
        ValueName = "path",
    };

    public static readonly OptionKey<ConnectToRule> ConnectToRules = new(
        "connect-to",
        "Connect to another address, as host:port:address:port; repeatable. The URL and the Host header remain.",
        Http.Connections.ConnectToRule.Parse)
    { ValueName = "addresses", IsRepeatable = true };

    public static readonly OptionKey<Uri> Proxy = new(
        "proxy", "HTTP proxy to send the requests through, as http://host:port.", ParseProxy)
    {
        Alias = "-x",
        ValueName = "url",
    };

    public static readonly OptionKey<SourceSpan> UnixSocket = new(
        "unix-socket", "Unix domain socket to connect to in place of the host.", path => path)
    { ValueName = "path" };

    public static readonly IReadOnlyList<OptionKey> All =
        [Streams, DisableKeepAlive, AcceptAnyCertificate, CaCertificate, Certificate, PrivateKey, ConnectToRules,
        Proxy, UnixSocket];

    /// <summary>Reads the client's certificates.</summary>
    public static X509Certificate2Collection ReadClientCertificates(string certificate, string? key)
    {
        var isPem = Path.GetExtension(certificate).ToLowerInvariant() is not (".pfx" or ".p12");
        return ReadCertificates(certificate, () =>
        {
            if (!isPem)
                return X509CertificateLoader.LoadPkcs12CollectionFromFile(certificate, null);
            var all = new X509Certificate2Collection();
            all.ImportFromPemFile(certificate);
            all[0] = X509Certificate2.CreateFromPemFile(certificate, key);
            return all;
        });
    }

    private static X509Certificate2Collection ReadAuthorities(string path) => ReadCertificates(path, () =>
    {
        var all = new X509Certificate2Collection();
        all.ImportFromPemFile(path);
        return all.Count > 0 ? all : throw ParseException.Create($"{path} has no certificate in PEM format");
    });

    private static X509Certificate2Collection ReadCertificates(string path, Func<X509Certificate2Collection> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException)
        {
            throw ParseException.Create($"cannot read the certificate {path}: {e.Message.TrimEnd('.')}");
        }
    }

    private static Uri ParseProxy(string text) =>
        UrlText.IsAbsolute(text) && Uri.TryCreate(text, UriKind.Absolute, out var proxy) && proxy.Scheme == "http"
            ? proxy
            : throw ParseException.CreateForUnexpectedText(text, "the URL of an HTTP proxy", "http://127.0.0.1:8888");
}
