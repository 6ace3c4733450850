using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Scenarios;

internal sealed class TlsSettings
{
    // Far more than all authorities of the world take.
    private const long MostBytes = 10_000_000;

    private SourceSpan? _authorities;
    private bool _isInsecure;

    public void Set(SourceSpan setting)
    {
        if (setting.Text is "insecure")
            _isInsecure = true;
        else if (setting.Text.Split('=', 2) is ["ca", { Length: > 0 } path])
            _authorities = setting with { Text = path };
        else
            throw ParseException.CreateForUnexpectedText(setting.Text, "insecure or ca=path", "ca=ca.pem");
    }

    public ClientOptions CreateClientOptions() => new()
    {
        AcceptsAnyCertificate = _isInsecure,
        Authorities = _authorities is null ? null : ReadAuthorities(_authorities),
    };

    private static X509Certificate2Collection ReadAuthorities(SourceSpan span)
    {
        var (path, all) = (span.ResolvePath(span.Text), new X509Certificate2Collection());
        try
        {
            all.ImportFromPem(Encoding.UTF8.GetString(UserFile.ReadBytes(path, MostBytes)));
            return all.Count > 0 ? all
                : throw new CryptographicException("the file contains no certificate in PEM format");
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException)
        {
            throw ParseException.Create($"cannot read the certificate {path}: {e.Message.TrimEnd('.')}").At(span);
        }
    }
}
