using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Studies.Tests.Hosting;

public sealed class TlsTests : FolderTests
{
    [Fact]
    public void Certificate_GetAgain_IsTheSameUntilADayBeforeItExpires()
    {
        var time = new ManualTime();
        var first = ReadAuthority();
        time.Advance(DevelopmentCertificate.Lifetime - DevelopmentCertificate.Reserve - TimeSpan.FromMinutes(1));
        ReadAuthority().ShouldBe(first);
        time.Advance(TimeSpan.FromMinutes(2));
        ReadAuthority().ShouldNotBe(first);

        string ReadAuthority() =>
            File.ReadAllText(DevelopmentCertificate.GetOrCreate(Folder, time).AuthorityPath);
    }

    [Theory]
    [InlineData(true, 2)]
    [InlineData(false, 0)]
    public async Task Connections_OneAfterTheOther_ResumeASessionUnlessItIsSwitchedOff(bool isAllowed, int resumed)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Which sessions are resumed depends on the operating system.");
        var certificate = DevelopmentCertificate.GetOrCreate(Folder, TimeProvider.System);
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var handshakes = new HandshakeCounter();
        using var relay = new TcpRelay(new($"https://{server.LocalEndpoint}"), handshakes);
        var serving = ServeAsync(server, certificate, isAllowed, connections: 3);

        for (var i = 0; i < 3; i++)
        {
            using var client = new TcpClient(relay.Address.Host, relay.Address.Port);
            await using var tls = new SslStream(client.GetStream());
            var options = certificate.CreateClientOptions();
            (options.TargetHost, options.AllowTlsResume) = ("localhost", isAllowed);
            await tls.AuthenticateAsClientAsync(options, TestContext.Current.CancellationToken);
            // The sessions for later connections come after the handshake.
            await tls.ReadExactlyAsync(new byte[1], TestContext.Current.CancellationToken);
        }

        await serving;
        (handshakes.All, handshakes.Resumed).ShouldBe((3, resumed));
    }

    [Fact]
    public void ServerHello_WithAndWithoutPreSharedKey_IsReadFromItsBytes()
    {
        byte[] retry = CreateServerHello("CF21AD74E59A6111BE1D8C021E65B891C2A211167ABB8C5E079E09E2C8A8339C", 43, 51);
        byte[] whole = CreateServerHello(new('0', 64), 51, 43);
        byte[] resumed = CreateServerHello(new('0', 64), 43, 51, 41);

        HandshakeCounter.ReadIsResumed(whole).ShouldBe(false);
        HandshakeCounter.ReadIsResumed(resumed).ShouldBe(true);
        HandshakeCounter.ReadIsResumed([.. retry, .. resumed]).ShouldBe(true);
        HandshakeCounter.ReadIsResumed(retry).ShouldBeNull("Another ServerHello follows.");
        HandshakeCounter.ReadIsResumed(resumed.AsSpan(..^1)).ShouldBeNull("The message is not complete.");
        HandshakeCounter.ReadIsResumed(CreateServerHello(new('0', 64), 41)).ShouldBeNull("It is no TLS 1.3.");
        HandshakeCounter.ReadIsResumed("HTTP/1.1 400 Bad Request\r\n\r\n"u8).ShouldBeNull();
    }

    // A record with one message, whose extensions have two bytes each.
    private static byte[] CreateServerHello(string random, params byte[] extensions)
    {
        byte[] body =
        [
            3, 3, .. Convert.FromHexString(random), 0, 0x13, 1, 0, 0, (byte)(extensions.Length * 6),
            .. extensions.SelectMany(extension => new byte[] { 0, extension, 0, 2, 1, 2 }),
        ];
        return [22, 3, 3, 0, (byte)(body.Length + 4), 2, 0, 0, (byte)body.Length, .. body];
    }

    private static async Task ServeAsync(
        TcpListener server, DevelopmentCertificate certificate, bool isResumptionAllowed, int connections)
    {
        using var leaf = X509Certificate2.CreateFromPemFile(
            certificate.Variables["Kestrel__Certificates__Default__Path"],
            certificate.Variables["Kestrel__Certificates__Default__KeyPath"]);
        var context = SslStreamCertificateContext.Create(leaf, null, offline: true);
        for (var i = 0; i < connections; i++)
        {
            using var client = await server.AcceptTcpClientAsync(TestContext.Current.CancellationToken);
            await using var tls = new SslStream(client.GetStream());
            await tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions
            {
                ServerCertificateContext = context,
                AllowTlsResume = isResumptionAllowed,
            });
            await tls.WriteAsync(new byte[1], TestContext.Current.CancellationToken);
        }
    }
}
