using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Cli.Config;

internal sealed record ConnectionSettings : Settings
{
    private const string TlsExample = "ca=ca.pem";

    [Option(
        "Use HTTP/2 instead of HTTP/1.1, with this number of requests at a time on each connection.",
        CommandSet.Sending, ValueName = "streams", Min = 1, Max = 1000)]
    public int? Http2 { get; init; }

    [Option(
        "TLS: insecure accepts any certificate of the server, ca=path trusts the authorities in a PEM file, "
        + "cert=path is the client's certificate, as a PEM file or a PKCS #12 file (.pfx, .p12) without a password, "
        + "and key=path is its private key if it is not in the same PEM file. Repeatable.",
        CommandSet.Sending, ValueName = "setting", NameSeparator = "=", Parser = nameof(ParseTls))]
    public IReadOnlyList<SourceSpan> Tls { get; init; } = [];

    [Option(
        "host:port:address:port connects to another address than that of the URL, such as one pod behind a name; the "
        + "URL, the Host header and the name in the certificate remain as they are. Repeatable.",
        CommandSet.Sending, ValueName = "rule")]
    public IReadOnlyList<ConnectToRule> Via { get; init; } = [];

    [Option(
        "Time limit for one request. It includes the response body.",
        CommandSet.Sending, ValueName = "time", Default = "30s", Min = 1, IsOften = true)]
    public TimeSpan Timeout { get; init; }

    public ClientOptions ReadClientOptions()
    {
        var certificate = FindTls("cert");
        var key = FindTls("key");
        if (key is not null && certificate is null)
            Values.Diagnostics.Add(key, "key needs a certificate", "--tls cert=client.pem");
        return new ClientOptions
        {
            Streams = Http2 ?? 1,
            AcceptsAnyCertificate = Tls.Any(one => one.Text == "insecure"),
            Authorities = FindTls("ca") is { } ca ? Read(ca, ReadAuthorities) : null,
            ClientCertificates = certificate is null
                ? []
                : Read(certificate, path => ReadClientCertificates(path, key?.ResolvePath(key.Text))) ?? [],
            ConnectToRules = Via,
        };
    }

    private static SourceSpan ParseTls(SourceSpan setting) => setting.Text.Split('=', 2) is ["insecure"]
        or ["ca" or "cert" or "key", { Length: > 0 }]
        ? setting
        : throw ParseException.CreateForUnexpectedText(
            setting.Text, "insecure, ca=path, cert=path or key=path", TlsExample);

    private SourceSpan? FindTls(string name) =>
        Tls.LastOrDefault(one => one.Text.StartsWith($"{name}=", StringComparison.Ordinal)) is { } found
            ? found with { Text = found.Text[(name.Length + 1)..], Column = found.Column + name.Length + 1 }
            : null;

    private X509Certificate2Collection? Read(SourceSpan span, Func<string, X509Certificate2Collection> read)
    {
        var path = span.ResolvePath(span.Text);
        try
        {
            return read(path);
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException)
        {
            Values.Diagnostics.Add(span, $"cannot read the certificate {path}: {e.Message.TrimEnd('.')}");
            return null;
        }
    }

    private static X509Certificate2Collection ReadAuthorities(string path)
    {
        var all = new X509Certificate2Collection();
        all.ImportFromPemFile(path);
        return all.Count > 0 ? all : throw new CryptographicException("it has no certificate in PEM format");
    }

    private static X509Certificate2Collection ReadClientCertificates(string path, string? key)
    {
        if (Path.GetExtension(path).ToLowerInvariant() is ".pfx" or ".p12")
            return X509CertificateLoader.LoadPkcs12CollectionFromFile(path, null);
        var all = new X509Certificate2Collection();
        all.ImportFromPemFile(path);
        all[0] = X509Certificate2.CreateFromPemFile(path, key);
        return all;
    }
}
