using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using TwoTier.Load.Diagnostics;

namespace EndToEnd.Tests;

/// <summary>Starts both services with https, as programs: SSL_CERT_FILE counts for a whole process.</summary>
[Slow]
[TimeLimit(60)]
public sealed class TlsTests : FolderTests
{
    public TlsTests() => Assert.SkipUnless(OperatingSystem.IsLinux(), "SSL_CERT_FILE has an effect on Linux only.");

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task EachStrategyAndVersionOfHttp_GetCustomerOverTls_HasTheSameBytes()
    {
        var certificate = await DevelopmentCertificate.GetOrCreateAsync(Folder, Stop);
        await using var backend = await StartBackendAsync(certificate, "--Http2:Port=1");
        await using var frontend = await StartFrontendAsync(backend, certificate.Variables);
        using var client = CreateClient(certificate);
        string[] flags =
            [.. StrategyCatalog.Names.Select(name => $"strategy={name}"), "http=2", "http=2-multi", "client=per-request"];

        var bodies = new HashSet<string>();
        foreach (var flag in flags)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, $"{frontend.Address}api/customer/1?{flag}")
            {
                Version = bodies.Count is 0 ? HttpVersion.Version20 : HttpVersion.Version11,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            using var response = await client.SendAsync(request, Stop);
            bodies.Add(await response.Content.ReadAsStringAsync(Stop));
            response.StatusCode.ShouldBe(HttpStatusCode.OK, $"{flag}: {bodies.Last()}");
        }

        bodies.ShouldHaveSingleItem().ShouldContain("orders");
    }

    [Fact]
    public async Task AuthorityNotTrusted_GetCustomer_SaysTheReasonAndTheCure()
    {
        var certificate = await DevelopmentCertificate.GetOrCreateAsync(Folder, Stop);
        await using var backend = await StartBackendAsync(certificate);
        var variables = certificate.Variables.ToDictionary();
        variables.Remove("SSL_CERT_FILE");
        await using var frontend = await StartFrontendAsync(backend, variables);
        using var client = CreateClient(certificate);

        foreach (var (path, status, reason) in new[]
        {
            ("api/customer/1?strategy=get-from-json", HttpStatusCode.BadGateway, "PartialChain"),
            ("api/customer/1?strategy=webclient-sync", HttpStatusCode.BadGateway, "remote certificate was rejected"),
            ("health/ready", HttpStatusCode.ServiceUnavailable, "PartialChain"),
        })
        {
            using var response = await client.GetAsync($"{frontend.Address}{path}", Stop);
            var body = await response.Content.ReadAsStringAsync(Stop);
            response.StatusCode.ShouldBe(status, body);
            body.ShouldContain(reason);
            body.ShouldContain("make certificate makes both");
        }
    }

    [Fact]
    public async Task CertificateExpiredOrMissing_StartService_SaysTheCure()
    {
        var certificate = await DevelopmentCertificate.GetOrCreateAsync(Folder, Stop);
        using var key = ECDsa.Create();
        using var expired = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddDays(30));
        var path = Write("service.pem", expired.ExportCertificatePem());
        foreach (var action in new Action[] { () => { }, () => File.Delete(path) })
        {
            action();
            (await Should.ThrowAsync<TargetUnreachableException>(() => StartBackendAsync(certificate)))
                .Message.ShouldContain("the certificate is missing or has expired. Make one: make certificate");
        }
    }

    private static Task<ServiceProcess> StartBackendAsync(
        DevelopmentCertificate certificate, params string[] settings) => ServiceProgram.StartAsync(
            "BackendApi",
            [$"--urls=https://localhost:{FreePort.FindAddress().Port}", "--Data:Customers=1", .. settings], Stop,
            certificate.Variables);

    private static Task<ServiceProcess> StartFrontendAsync(
        ServiceProcess backend, IReadOnlyDictionary<string, string> variables) => ServiceProgram.StartAsync(
            "FrontendApi",
            [$"--urls=https://localhost:{FreePort.FindAddress().Port}", $"--Backend:BaseAddress={backend.Address}"], Stop,
            variables);

    private static HttpClient CreateClient(DevelopmentCertificate certificate) =>
        new(new SocketsHttpHandler { UseProxy = false, SslOptions = certificate.CreateClientOptions() });
}
