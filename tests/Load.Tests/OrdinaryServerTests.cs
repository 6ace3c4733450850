using System.Security.Cryptography.X509Certificates;

namespace Load.Tests;

/// <summary>
/// nginx as Debian sets it up, which ends each connection after 1,000 requests: the run is VALID, and its count is that
/// of the server.
/// </summary>
[Slow]
public sealed class OrdinaryServerTests : LoadToolTests
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    [Theory]
    [InlineData("", 5_000)]
    [InlineData("", 500, "-H", "Connection: close")]
    [InlineData("ssl", 5_000)]
    [InlineData("ssl", 500, "-H", "Connection: close")]
    public async Task Run_Nginx_IsValidAndCountsAgree(string protocol, int count, params string[] options)
    {
        var stop = TestContext.Current.CancellationToken;
        var port = FreePort.FindAddress().Port;
        using var nginx = await StartAsync(port, protocol);

        var exit = await Tool.InvokeAsync(
        [
            "run", $"{(protocol is "" ? "http" : "https")}://127.0.0.1:{port}/", "-n", $"{count}", "-c", "2",
            "--warmup", "0s", "--tls", "insecure", .. options,
        ]);

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var run = await Tool.ReadRunAsync();
        run.Statuses.ShouldBe(new Dictionary<string, long> { ["200"] = count }, Tool.Output);
        (run.Requests, run.Errors, run.UnexpectedBytes).ShouldBe((count, 0, 0), Tool.Output);
        if (options.Contains("Connection: close"))
            run.Timings!.ConnectionsOpened.ShouldBe(count);
        await LoadProcess.SignalAsync(nginx, "QUIT");
        await nginx.WaitForExitAsync(stop);
        (await File.ReadAllLinesAsync($"{_folder}/access.log", stop)).Length.ShouldBe(count, Tool.Output);
    }

    public override void Dispose()
    {
        base.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<Process> StartAsync(int port, string protocol)
    {
        const string Settings = "/etc/nginx/nginx.conf";
        Assert.SkipUnless(File.Exists(Settings), "nginx is not installed");
        using var certificate = TestCertificate.Create("localhost");
        await WriteAsync("certificate.pem", certificate.ExportCertificatePem());
        await WriteAsync("key.pem", certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        await WriteAsync("nginx.conf", (await File.ReadAllTextAsync(Settings, TestContext.Current.CancellationToken))
            .Replace("/etc/nginx/sites-enabled/*", $"{_folder}/site", StringComparison.Ordinal)
            .Replace("/var/log/nginx/", $"{_folder}/", StringComparison.Ordinal)
            .Replace("/run/", $"{_folder}/", StringComparison.Ordinal));
        string[] temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        var tls = protocol is "" ? ""
            : $"ssl_certificate {_folder}/certificate.pem; ssl_certificate_key {_folder}/key.pem;";
        await WriteAsync("site", $$"""
            {{string.Join('\n', temporary.Select(name => $"{name}_temp_path {_folder}/{name};"))}}
            server { listen 127.0.0.1:{{port}} {{protocol}}; {{tls}} location / { return 200 hello; } }
            """);
        var nginx = Process.Start(
            "nginx", ["-c", $"{_folder}/nginx.conf", "-e", $"{_folder}/error.log", "-g", "daemon off;"]);
        await Eventually.WaitUntilAsync(() => !PortProbe.RefusesConnections(new Uri($"http://127.0.0.1:{port}")));
        return nginx;
    }

    private Task WriteAsync(string name, string text) =>
        File.WriteAllTextAsync(Path.Combine(_folder, name), text, TestContext.Current.CancellationToken);
}
