using System.Security.Cryptography.X509Certificates;
using TwoTier.Load.Http.Connections;

namespace Experiments.Hosting;

/// <summary>
/// A certificate with which the services speak https, and the authority that signed it (deploy/docker/certificate.sh).
/// Only programs that are told so trust the authority.
/// </summary>
internal static class DevelopmentCertificate
{
    /// <summary>The certificate of the authority: what a client must trust.</summary>
    public static string AuthorityPath { get; } = GetPath("authority.pem");

    /// <summary>
    /// The environment variables with which a service of ASP.NET Core uses the certificate for its https addresses, and
    /// with which any program of .NET trusts it on Linux.
    /// </summary>
    public static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string>
    {
        ["Kestrel__Certificates__Default__Path"] = GetPath("service.pem"),
        ["Kestrel__Certificates__Default__KeyPath"] = GetPath("service.key"),
        ["SSL_CERT_FILE"] = AuthorityPath,
    };

    /// <summary>Makes the certificate, if it is missing or expires soon.</summary>
    public static async Task MakeAsync(CancellationToken stop)
    {
        var made = await ProcessRunner.CaptureAsync(
            new ProcessStartInfo(ProgramLocator.GetPath("deploy", "docker", "certificate.sh")), stop);
        if (made.ExitCode is not ExitCode.Success)
            throw new StudyException(made.All);
    }

    /// <summary>Creates a client that trusts this authority and no other one.</summary>
    public static HttpClient CreateClient() => new(new SocketsHttpHandler
    {
        UseProxy = false,
        SslOptions = new ClientOptions
        {
            Authorities = [X509CertificateLoader.LoadCertificateFromFile(AuthorityPath)],
        }.CreateTlsOptions(),
    });

    private static string GetPath(string file) => ProgramLocator.GetPath("artifacts-tls", file);
}
