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
        await DevelopmentCertificate.MakeAsync(Stop);
        await using var backend = await StartBackendAsync(DevelopmentCertificate.Variables, "--Http2:Port=1");
        await using var frontend = await StartFrontendAsync(backend, DevelopmentCertificate.Variables);
        using var client = DevelopmentCertificate.CreateClient();
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
        await DevelopmentCertificate.MakeAsync(Stop);
        await using var backend = await StartBackendAsync(DevelopmentCertificate.Variables);
        var variables = DevelopmentCertificate.Variables.ToDictionary();
        variables.Remove("SSL_CERT_FILE");
        await using var frontend = await StartFrontendAsync(backend, variables);
        using var client = DevelopmentCertificate.CreateClient();

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
        using var key = ECDsa.Create();
        using var expired = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddDays(30));
        foreach (var path in new[] { Write("expired.pem", expired.ExportCertificatePem()), "missing.pem" })
        {
            var variables = new Dictionary<string, string> { ["Kestrel__Certificates__Default__Path"] = path };
            (await Should.ThrowAsync<TargetUnreachableException>(() => StartBackendAsync(variables)))
                .Message.ShouldContain("the certificate is missing or has expired. Make one: make certificate");
        }
    }

    private static Task<ServiceProcess> StartBackendAsync(
        IReadOnlyDictionary<string, string> variables, params string[] settings) => ServiceProgram.StartAsync(
            "BackendApi",
            [$"--urls=https://localhost:{FreePort.FindAddress().Port}", "--Data:Customers=1", .. settings], Stop,
            variables);

    private static Task<ServiceProcess> StartFrontendAsync(
        ServiceProcess backend, IReadOnlyDictionary<string, string> variables) => ServiceProgram.StartAsync(
            "FrontendApi",
            [$"--urls=https://localhost:{FreePort.FindAddress().Port}", $"--Backend:BaseAddress={backend.Address}"], Stop,
            variables);
}
