using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Scenarios;

internal sealed class TlsSettings
{
    // Far more than all authorities of the world take.
    private const long MostBytes = 10_000_000;

    // The paths of files by their names: ca and cert; insecure has none.
    private readonly Dictionary<string, SourceSpan> _all = [];

    public void Set(SourceSpan setting)
    {
        var (name, path) = setting.Text.Split('=', 2) is [var before, var after] ? (before, after) : (setting.Text, "");
        if ((name, path.Length) is not ("insecure", 0) and not ("ca" or "cert", > 0))
            throw ParseException.CreateForUnexpectedText(setting.Text, "insecure, ca=path or cert=path", "ca=ca.pem");
        _all[name] = setting with { Text = path };
    }

    public ClientOptions CreateClientOptions() => new()
    {
        AcceptsAnyCertificate = _all.ContainsKey("insecure"),
        Authorities = Read("ca", ReadAuthorities),
        ClientCertificates = Read("cert", ReadClientCertificates) ?? [],
    };

    private X509Certificate2Collection? Read(string name, Func<string, X509Certificate2Collection> read)
    {
        if (!_all.TryGetValue(name, out var span))
            return null;
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
        all.ImportFromPem(ReadText(path));
        return all.Count > 0 ? all : throw new CryptographicException("the file contains no certificate in PEM format");
    }

    // The certificate of the client comes first, and then those of its authorities; in a .pfx file, in any order.
    private static X509Certificate2Collection ReadClientCertificates(string path)
    {
        if (Path.GetExtension(path).ToLowerInvariant() is ".pfx" or ".p12")
        {
            var bundle = X509CertificateLoader.LoadPkcs12Collection(UserFile.ReadBytes(path, MostBytes), null);
            return [.. bundle.OrderBy(one => !one.HasPrivateKey)];
        }

        var (text, all) = (ReadText(path), new X509Certificate2Collection());
        all.ImportFromPem(text);
        all[0] = X509Certificate2.CreateFromPem(text, text);
        return all;
    }

    private static string ReadText(string path) => Encoding.UTF8.GetString(UserFile.ReadBytes(path, MostBytes));
}
