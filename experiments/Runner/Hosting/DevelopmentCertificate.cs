using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Experiments.Hosting;

/// <summary>
/// A certificate with which the services of this computer and of its containers speak https, and the authority that
/// signed it. Only programs that are told so trust the authority, and its key is not kept: it signs nothing else.
/// </summary>
internal sealed class DevelopmentCertificate(string folder)
{
    public static readonly TimeSpan Lifetime = TimeSpan.FromDays(30);

    /// <summary>A certificate that is valid for less than this time is replaced: a day.</summary>
    public static readonly TimeSpan Reserve = TimeSpan.FromDays(1);

    // The names of the containers, and those of all containers of a service on a Swarm.
    private static readonly string[] Hosts =
    [
        "localhost", "frontend-api", "frontend-webclient", "backend-api", "tasks.frontend-api", "tasks.backend-api",
    ];

    /// <summary>The folder that git ignores and `make clean` removes.</summary>
    public static string DefaultFolder { get; } = ProgramLocator.GetPath("artifacts-tls");

    /// <summary>The certificate of the authority: what a client must trust.</summary>
    public string AuthorityPath => GetPath("authority.pem");

    /// <summary>
    /// The environment variables with which a service of ASP.NET Core uses the certificate for its https addresses, and
    /// with which any program of .NET trusts it on Linux.
    /// </summary>
    public IReadOnlyDictionary<string, string> Variables => new Dictionary<string, string>
    {
        ["Kestrel__Certificates__Default__Path"] = GetPath("service.pem"),
        ["Kestrel__Certificates__Default__KeyPath"] = GetPath("service.key"),
        ["SSL_CERT_FILE"] = AuthorityPath,
    };

    /// <summary>Gets the certificate of a folder, or makes another one if it is missing or expires soon.</summary>
    public static DevelopmentCertificate GetOrCreate(string? folder = null, TimeProvider? time = null)
    {
        // Certificates have whole seconds.
        var now = DateTimeOffset.FromUnixTimeSeconds((time ?? TimeProvider.System).GetUtcNow().ToUnixTimeSeconds());
        var certificate = new DevelopmentCertificate(folder ?? DefaultFolder);
        var files = certificate.Variables.Values;
        if (!files.All(File.Exists) || files.Where(file => Path.GetExtension(file) is ".pem")
            .Any(file => X509CertificateLoader.LoadCertificateFromFile(file).NotAfter < now + Reserve))
        {
            certificate.Create(now);
        }

        return certificate;
    }

    /// <summary>Creates options of a client that trusts this authority and no other one.</summary>
    public SslClientAuthenticationOptions CreateClientOptions() => new()
    {
        CertificateChainPolicy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            CustomTrustStore = { X509CertificateLoader.LoadCertificateFromFile(AuthorityPath) },
            // The authority publishes no list of revoked certificates.
            RevocationMode = X509RevocationMode.NoCheck,
        },
    };

    private void Create(DateTimeOffset now)
    {
        Directory.CreateDirectory(folder);
        // Clocks of containers and virtual machines may be a little behind.
        var (from, until) = (now - TimeSpan.FromHours(1), now + Lifetime);
        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        // The name differs each time, because a client would take an older authority of the same name for this one.
        var name = $"CN=Testbed {RandomNumberGenerator.GetHexString(8, lowercase: true)}";
        var authority = new CertificateRequest(name, authorityKey, HashAlgorithmName.SHA256);
        authority.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 0, true));
        authority.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
        using var root = authority.CreateSelfSigned(from, until);

        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var service = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        foreach (var host in Hosts)
            names.AddDnsName(host);
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        service.CertificateExtensions.Add(names.Build());
        service.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        service.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, true));
        service.CertificateExtensions.Add(
            new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1", "serverAuth")], false));
        using var leaf = service.Create(root, from, until, RandomNumberGenerator.GetBytes(16));

        // The user of the containers must be able to read the key, which is worth nothing outside of this testbed.
        File.WriteAllText(GetPath("service.key"), key.ExportPkcs8PrivateKeyPem());
        File.WriteAllText(GetPath("service.pem"), leaf.ExportCertificatePem());
        File.WriteAllText(AuthorityPath, root.ExportCertificatePem());
    }

    private string GetPath(string file) => Path.Combine(folder, file);
}
