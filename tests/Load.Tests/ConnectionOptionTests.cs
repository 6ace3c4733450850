using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Load.Tests;

public sealed class ConnectionOptionTests : LoadToolTests
{
    [Fact]
    public async Task Run_SelfSignedCertificate_IsRejectedUnlessInsecureOrTrusted()
    {
        using var certificate = TestCertificate.Create("localhost");
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync,
            listen: kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(certificate)));
        var url = server.Url.Replace("127.0.0.1", "localhost", StringComparison.Ordinal);
        var authorities = Write(certificate.ExportCertificatePem());

        (await RunAsync(url, "-c", "1")).ShouldBe(ExitCode.TargetUnreachable);
        Tool.Error.ShouldContain("tls: The remote certificate");
        (await RunAsync(url, "-c", "1", "--tls", "insecure")).ShouldBe(ExitCode.Ok, Tool.Error);
        (await RunAsync(url, "-c", "1", "--tls", $"ca={authorities}")).ShouldBe(ExitCode.Ok, Tool.Error);
    }

    // As openssl writes them: a PFX has the chain, in any order, and so may a PEM file.
    [Theory]
    [InlineData("pfx", true)]
    [InlineData("pfx", false)]
    [InlineData("pem", true)]
    public async Task Run_ClientCertificateWithItsChain_SendsTheOneWithTheKey(string kind, bool isLeafFirst)
    {
        using var certificate = TestCertificate.Create("localhost");
        using var client = TestCertificate.Create("client");
        using var authority = TestCertificate.Create("authority");
        using var authorityWithoutKey = X509CertificateLoader.LoadCertificate(authority.RawData);
        var seen = new ConcurrentBag<string?>();
        await using var server = await StartServerAsync(certificate, seen);
        X509Certificate2[] chain = isLeafFirst ? [client, authorityWithoutKey] : [authorityWithoutKey, client];
        var key = client.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem();
        var pem = string.Join('\n', chain.Select(one => one.ExportCertificatePem()));
        var file = new TempFile($".{kind}", $"{pem}\n{key}").Path;
        if (kind == "pfx")
        {
            var bytes = new X509Certificate2Collection(chain).Export(X509ContentType.Pkcs12)!;
            await File.WriteAllBytesAsync(file, bytes, TestContext.Current.CancellationToken);
        }

        var exit = await RunAsync(server.Url, "-c", "1", "--tls", "insecure", "--tls", $"cert={file}");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        seen.ShouldBe(Enumerable.Repeat("CN=client", 20));
    }

    [Fact]
    public async Task Run_CertificateWithoutKey_IsRefused()
    {
        using var client = TestCertificate.Create("client");
        using var other = TestCertificate.Create("other");
        var key = other.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem();

        (await RunAsync("https://127.0.0.1:1", "--tls", $"cert={Write($"{client.ExportCertificatePem()}\n{key}")}"))
            .ShouldBe(ExitCode.UsageError);

        Tool.Error.ShouldContain("cannot read the certificate");
    }

    [Theory]
    [InlineData("-c 1", 1)]
    [InlineData("-c 3", 3)]
    [InlineData("-c 1 -H Connection:close", 200)]
    public async Task Run_ConnectionsAndKeepAlive_DecideHowManyConnectionsAreOpened(string options, int expected)
    {
        var connections = new ConcurrentDictionary<string, string>();
        await using var server = await TestServer.StartAsync(context =>
        {
            connections[context.Connection.Id] = context.Request.Protocol;
            return TestServer.HelloAsync(context);
        });

        (await Tool.RunAsync(server.Url, $"-n 200 {options}")).ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);

        connections.Values.ShouldBe(Enumerable.Repeat("HTTP/1.1", expected));
        (await Tool.ReadRunAsync()).Timings!.ConnectionsOpened.ShouldBe(expected);
    }

    [Fact]
    public async Task Run_BodyFromFile_IsSentUnchanged()
    {
        byte[] bytes = [0xFF, 0x00, 0xFE, 0x80];
        byte[] marked = [0xEF, 0xBB, 0xBF, .. "{}"u8];
        var (path, other) = (Path.Combine(Tool.Folder, "image"), Path.Combine(Tool.Folder, "text"));
        await File.WriteAllBytesAsync(path, bytes, TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(other, marked, TestContext.Current.CancellationToken);
        var got = new ConcurrentQueue<string>();
        await using var server = await TestServer.StartAsync(async context =>
        {
            using var body = new StreamReader(context.Request.Body, Encoding.Latin1, false);
            got.Enqueue($"{context.Request.Method} {await body.ReadToEndAsync(context.RequestAborted)}");
        });

        await RunAsync(server.Url, "--body", $"@{path}");
        await RunAsync(server.Url, "--body", $"@{other}");
        var text = Write("\uFEFFid={{{id:RAND_INTEGER:[7:7]}}}");
        await RunAsync(server.Url, "-H", "Content-Type: text/plain", "--body", $"@{text}");
        await RunAsync(server.Url, "--body", "@@home");

        got.Distinct().ShouldBe(
        [
            $"POST {Encoding.Latin1.GetString(bytes)}", $"POST {Encoding.Latin1.GetString(marked)}",
            "POST \u00EF\u00BB\u00BFid=7", "POST @home",
        ]);
    }

    [Fact]
    public async Task OpenAsync_FirstAddressIsDead_ConnectsToTheNextOneOrNamesBoth()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux ignores connections beyond the queue.");
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        IPAddress[] addresses = [IPAddress.Parse("127.0.0.2"), IPAddress.Loopback];
        var port = new Uri(server.Url).Port;
        using var dead = new TcpListener(addresses[0], port);
        dead.Start(1);
        Task[] queue = [.. Enumerable.Range(0, 5).Select(_ => new TcpClient().ConnectAsync(addresses[0], port))];
        var connector = new Connector(TimeProvider.System, new ClientOptions(), (_, _) => Task.FromResult(addresses));

        var opened = await connector.OpenAsync(new("h", port, false), TestContext.Current.CancellationToken);
        opened.Opening.Connect.TotalSeconds.ShouldBeInRange(0.2, 5);
        addresses = [addresses[0], IPAddress.Parse("127.0.0.3")];
        using var stop = new CancellationTokenSource(500);
        var failure = await Record.ExceptionAsync(() => connector.OpenAsync(new("h", port, false), stop.Token));
        RequestFailure.FromException(failure!, new RequestTrace()).ShouldBe(
            new(TransportError.Timeout, "no connection within the time limit (127.0.0.2, 127.0.0.3)"));
    }

    // A server that demands a certificate of its client, and keeps the subject of each that it sees.
    private static Task<TestServer> StartServerAsync(X509Certificate2 certificate, ConcurrentBag<string?> seen) =>
        TestServer.StartAsync(
            context =>
            {
                seen.Add(context.Connection.ClientCertificate?.Subject);
                return Task.CompletedTask;
            },
            listen: kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(https =>
            {
                https.ServerCertificate = certificate;
                https.ClientCertificateMode = ClientCertificateMode.RequireCertificate;
                https.AllowAnyClientCertificate();
            })));

    private Task<int> RunAsync(string url, params string[] options) =>
        Tool.RunAsync(url, "-n 20", options);

    private static string Write(string text) => new TempFile(".txt", text).Path;
}
