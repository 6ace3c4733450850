using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using TwoTier.Load.Http.Connections;

namespace Experiments.Hosting;

/// <summary>
/// A certificate with which the services speak https, and the authority that signed it. Only programs that are told so
/// trust the authority.
/// </summary>
internal sealed class DevelopmentCertificate(string? folder = null)
{
    private readonly string _folder = folder ?? ProgramLocator.GetPath("artifacts-tls");

    /// <summary>The certificate of the authority: what a client must trust.</summary>
    public string AuthorityPath => Path.Combine(_folder, "authority.pem");

    /// <summary>
    /// The environment variables with which a service of ASP.NET Core uses the certificate for its https addresses, and
    /// with which any program of .NET trusts it on Linux.
    /// </summary>
    public IReadOnlyDictionary<string, string> Variables => new Dictionary<string, string>
    {
        ["Kestrel__Certificates__Default__Path"] = Path.Combine(_folder, "service.pem"),
        ["Kestrel__Certificates__Default__KeyPath"] = Path.Combine(_folder, "service.key"),
        ["SSL_CERT_FILE"] = AuthorityPath,
    };

    /// <summary>Gets the certificate of a folder, or makes another one if it is missing or expires soon.</summary>
    public static async Task<DevelopmentCertificate> GetOrCreateAsync(string? folder, CancellationToken stop)
    {
        var certificate = new DevelopmentCertificate(folder);
        var script = ProgramLocator.GetPath("deploy", "docker", "certificate.sh");
        var made = await ProcessRunner.CaptureAsync(new ProcessStartInfo(script, [certificate._folder]), stop);
        return made.ExitCode is ExitCode.Success ? certificate : throw new StudyException(made.All);
    }

    /// <summary>Creates options of a client that trusts this authority and no other one.</summary>
    public SslClientAuthenticationOptions CreateClientOptions() => new ClientOptions
    {
        Authorities = [X509CertificateLoader.LoadCertificateFromFile(AuthorityPath)],
    }.CreateTlsOptions();
}
