using System.Security.Cryptography.X509Certificates;
using Load.Tests.Hosting.Ordinary;

namespace Load.Tests;

/// <summary>
/// Servers that many people use, with their default settings: the run is VALID, and its counts are those of the server.
/// </summary>
[Slow]
public sealed class OrdinaryServerTests(OrdinaryServerTests.Files files)
    : LoadToolTests, IClassFixture<OrdinaryServerTests.Files>
{
    private const int WithKeepAlive = 5_000;
    private const int WithoutKeepAlive = 500;

    public static TheoryData<string, string, bool> Cases =>
    [
        .. from server in (string[])["nginx", "node", "Go"]
        from protocol in (string[])["http", "https", "http2"]
        from isKeptAlive in protocol is "http2" ? (bool[])[true] : [true, false]
        select new TheoryDataRow<string, string, bool>(server, protocol, isKeptAlive),
    ];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Run_OrdinaryServer_IsValidAndCountsAgree(string server, string protocol, bool isKeptAlive)
    {
        string[] certificate = protocol is "http" ? [] : [files.Certificate, files.Key];
        await using var process = await (server switch
        {
            "nginx" => OrdinaryServer.StartNginxAsync(
                files.Folder, protocol switch { "http" => "", "https" => "ssl", _ => "ssl http2" }, certificate),
            "node" => OrdinaryServer.StartNodeAsync(protocol, certificate),
            _ => OrdinaryServer.StartGoAsync(files.Folder, certificate),
        });
        var count = isKeptAlive ? WithKeepAlive : WithoutKeepAlive;
        var scheme = protocol is "http" ? "http" : "https";

        var exit = await Tool.InvokeAsync(
        [
            "run", "-u", $"{scheme}://127.0.0.1:{process.Port}/", "-n", $"{count}", "-c", "2", "--warmup", "0s",
            "--tls", "insecure",
            .. protocol is "http2" ? (string[])["--http2", "10"] : [],
            .. isKeptAlive ? (string[])[] : ["-H", "Connection: close"],
        ]);

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        var run = result.Variants[0];
        run.Statuses.ShouldBe(new Dictionary<string, long> { ["200"] = count }, Tool.Output);
        (run.Requests, run.Errors, run.UnexpectedBytes).ShouldBe((count, 0, 0), Tool.Output);
        (await process.Count(process)).ShouldBe(count, Tool.Output);
        if (!isKeptAlive)
            run.Timings!.ConnectionsOpened.ShouldBe(count);
    }

    /// <summary>A certificate, the server in Go and the files of nginx.</summary>
    public sealed class Files : IDisposable
    {
        public Files()
        {
            using var certificate = TestCertificate.Create("localhost");
            File.WriteAllText(Certificate, certificate.ExportCertificatePem());
            File.WriteAllText(Key, certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        }

        public string Folder { get; } = Directory.CreateTempSubdirectory().FullName;

        public string Certificate => Path.Combine(Folder, "certificate.pem");

        public string Key => Path.Combine(Folder, "key.pem");

        public void Dispose() => Directory.Delete(Folder, recursive: true);
    }
}
