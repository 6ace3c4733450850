using System.Security.Cryptography.X509Certificates;

namespace TwoTier.Load.Http.Connections;

internal sealed record ClientOptions
{
    public bool AcceptsAnyCertificate { get; init; }
    public X509Certificate2Collection? Authorities { get; init; }
    public X509Certificate2Collection ClientCertificates { get; init; } = [];

    /// <summary>Creates the options of a TLS handshake. Without a host, the caller sets it.</summary>
    [SuppressMessage("Security", "CA5359", Justification = "The user asks for certificates not to be checked.")]
    public SslClientAuthenticationOptions CreateTlsOptions(string? host = null)
    {
        var tls = new SslClientAuthenticationOptions { TargetHost = host };
        if (AcceptsAnyCertificate)
            tls.RemoteCertificateValidationCallback = (_, _, _, _) => true;
        if (Authorities is not null)
        {
            tls.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
            };
            tls.CertificateChainPolicy.CustomTrustStore.AddRange(Authorities);
        }

        if (ClientCertificates is [var own, ..])
            tls.ClientCertificateContext = SslStreamCertificateContext.Create(own, ClientCertificates, offline: true);
        return tls;
    }
}
