using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Cli.Config;

internal sealed class TlsSettings
{
    private bool _acceptsAnyCertificate;
    private SourceSpan? _authorities;
    private SourceSpan? _certificate;
    private SourceSpan? _key;

    public void Set(SourceSpan setting)
    {
        var name = setting.Text.Split('=')[0];
        var path = setting with
        {
            Text = setting.Text[Math.Min(name.Length + 1, setting.Text.Length)..],
            Column = setting.Column + name.Length + 1,
        };
        switch (name)
        {
            case "insecure" when path.Text.Length == 0:
                _acceptsAnyCertificate = true;
                break;
            case "ca" when path.Text.Length > 0:
                _authorities = path;
                break;
            case "cert" when path.Text.Length > 0:
                _certificate = path;
                break;
            case "key" when path.Text.Length > 0:
                _key = path;
                break;
            default:
                throw ParseException.CreateForUnexpectedText(
                    setting.Text, "insecure, ca=path, cert=path or key=path", "ca=ca.pem");
        }
    }

    public ClientOptions CreateClientOptions() => new()
    {
        AcceptsAnyCertificate = _acceptsAnyCertificate,
        Authorities = _authorities is null ? null : Read(_authorities, ReadAuthorities),
        ClientCertificates = _certificate is not null
            ? Read(_certificate, path => ReadClientCertificates(path, _key?.ResolvePath(_key.Text)))
            : _key is null ? []
            : throw ParseException.Create("key needs a certificate", "--tls cert=client.pem").At(_key),
    };

    private static X509Certificate2Collection Read(SourceSpan span, Func<string, X509Certificate2Collection> read)
    {
        var path = span.ResolvePath(span.Text);
        try
        {
            return read(path);
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException)
        {
            throw ParseException.Create($"cannot read the certificate {path}: {e.Message.TrimEnd('.')}").At(span);
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
