using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Load.Cli;
using Load.Engine;
using Load.Http;
using Load.Metrics;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>
/// Compares the durations that the load tool and curl measure for each phase of a request. The servers add delays that
/// are much longer than the time that either tool needs itself. Each tool measures three times, and the shortest time
/// counts, because a busy machine can only make a time longer.
/// </summary>
public sealed class TimingsTests
{
    private const double MaxDifference = 0.05;
    private const string HalfResponse = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab";
    private static readonly TimeSpan ServerDelay = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan TlsDelay = TimeSpan.FromSeconds(3);

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Timings_DelayedFirstByteAndBody_AgreeWithCurl()
    {
        await using var server = new HostileServer(AnswerSlowlyAsync);

        // The server does not delay its response on the first connection. This request makes .NET compile the code of
        // the load tool and of the server.
        await MeasureAsync(server.Url);
        var timingsOfTool = MeasureThreeTimesAsync(() => MeasureAsync(server.Url));
        var curl = await MeasureThreeTimesAsync(() => MeasureWithCurlAsync(server.Url));
        var timings = await timingsOfTool;

        var firstByte = timings.Min(one => one.FirstByte!.Mean) / 1e9;
        firstByte.ShouldBeGreaterThanOrEqualTo(ServerDelay.TotalSeconds * (1 - MaxDifference));
        ShouldAgreeWithCurl(firstByte, curl.Min(one => one.FirstByte));
        ShouldAgreeWithCurl(timings.Min(one => one.FirstByte!.Mean + one.Body!.Mean) / 1e9, curl.Min(one => one.Total));
        timings.ShouldAllBe(one => one.Connect!.Count == 1 && one.Tls == null && one.Body!.Count == 1);
    }

    // The queue of the listening socket is full, so the operating system of the client sends the first packet again
    // after a second.
    [Fact]
    public async Task Timings_DelayedConnect_AgreesWithCurl()
    {
        using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(0);
        var url = $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}/";

        var timings = await MeasureThreeTimesAsync(() => ConnectSlowlyAsync(listener, () => MeasureAsync(url)));
        var curl = await MeasureThreeTimesAsync(() => ConnectSlowlyAsync(listener, () => MeasureWithCurlAsync(url)));

        var connect = timings.Min(one => one.Connect!.Mean) / 1e9;
        connect.ShouldBeGreaterThanOrEqualTo(ServerDelay.TotalSeconds * (1 - MaxDifference));
        ShouldAgreeWithCurl(connect, curl.Min(one => one.Connect));
        ShouldAgreeWithCurl(timings.Min(one => one.FirstByte!.Mean) / 1e9, curl.Min(one => one.FirstByte));
    }

    [Fact]
    public async Task Timings_DelayedTlsHandshake_AgreesWithCurl()
    {
        using var certificate = CreateCertificate();
        var file = new TempFile(".pem", certificate.ExportCertificatePem());
        await using var server = new HostileServer(async connection =>
        {
            await Task.Delay(TlsDelay, connection.Stop);
            await using var tls = new SslStream(connection.Stream, leaveInnerStreamOpen: true);
            await tls.AuthenticateAsServerAsync(
                new SslServerAuthenticationOptions { ServerCertificate = certificate }, connection.Stop);
            (await tls.ReadAsync(new byte[4096], connection.Stop)).ShouldBePositive();
            await tls.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), connection.Stop);
        });
        var url = $"https://{server.Authority}/";

        var run = LoadProcess.RunAsync(
            [
                "run", "-u", url, "-n", "4", "-c", "1", "--warmup", "0s", "--max-other-cpu", "100%",
                "--pass", "tls min > 2s",
            ],
            new() { ["SSL_CERT_FILE"] = file.Path },
            Stop);
        var curl = await MeasureThreeTimesAsync(() => MeasureWithCurlAsync(url, "--cacert", file.Path));
        var outcome = await run;

        outcome.ExitCode.ShouldBe(ExitCode.Ok, outcome.Text);
        var timings = outcome.Result.Variants[0].Timings!;
        timings.ConnectionsOpened.ShouldBe(4);
        ShouldAgreeWithCurl(timings.Tls!.Min!.Value / 1000, curl.Min(one => one.Tls - one.Connect));
        outcome.Text.ShouldMatch(@"\n  TLS .* handshake\n");
    }

    [Fact]
    public async Task Timings_ReusedConnection_HaveOneConnectAndFirstByteOfEachRequest()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAfterTwoRequests());
        using var tool = new LoadTool();

        var exit = await tool.InvokeAsync(
            "run", "-u", server.Url, "-n", "100", "-c", "2", "--warmup", "0s", "--pass", "ttfb p50 < 1m",
            "--pass", "connect max < 1m", "--pass", "body p50 < 1m", "--pass", "tls p50 < 1m", "--pass", "failed p50 < 1m");

        exit.ShouldBe(ExitCode.ExpectationNotMet);
        var result = await tool.ReadResultAsync();
        result.Thresholds.Select(threshold => threshold.Passed).ShouldBe([true, true, true, false, false]);
        var run = result.Variants[0];
        (run.Timings!.ConnectionsOpened, run.Timings.Tls).ShouldBe((2, null));
        (run.Timings.Ttfb!.Mean + run.Timings.Body!.Mean)!.Value.ShouldBe(run.Latency.Mean!.Value, tolerance: 0.001);
        tool.Output.ShouldMatch(
            @"\n  connect .* DNS and TCP, 2 connections opened\n  first byte .* from the send\n  body ");
    }

    private static async Task<T[]> MeasureThreeTimesAsync<T>(Func<Task<T>> measureAsync) =>
        [await measureAsync(), await measureAsync(), await measureAsync()];

    private static async Task AnswerSlowlyAsync(HostileConnection connection)
    {
        await connection.ReadRequestAsync();
        var delay = connection.Number == 0 ? TimeSpan.Zero : ServerDelay;
        await Task.Delay(delay, connection.Stop);
        await connection.SendAsync(HalfResponse);
        await Task.Delay(delay, connection.Stop);
        await connection.SendAsync("cd");
        await connection.StaySilentAsync();
    }

    private static async Task<T> ConnectSlowlyAsync<T>(Socket listener, Func<Task<T>> measureAsync)
    {
        using var filler = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await filler.ConnectAsync(listener.LocalEndPoint!, Stop);
        var measured = measureAsync();
        await Task.Delay(ServerDelay / 2, Stop);
        (await listener.AcceptAsync(Stop)).Dispose();
        using var accepted = await listener.AcceptAsync(Stop);
        await new HostileConnection(accepted, 0, Stop).ReadRequestAsync();
        await accepted.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), Stop);
        return await measured;
    }

    private static async Task<RequestTimings> MeasureAsync(string url)
    {
        using var sender = new HttpSender(1);
        var context = new RunContext(sender, TestRequests.CreateMix(url), TimeSpan.FromMinutes(1), TimeProvider.System);
        var measurement = new Measurement(TimeProvider.System);
        using var connection = context.CreateConnection(measurement);

        await connection.SendAsync(0);

        measurement.Counters.Successes.ShouldBe(1);
        return measurement.Timings;
    }

    private static async Task<(double Connect, double Tls, double FirstByte, double Total)> MeasureWithCurlAsync(
        string url, params string[] options)
    {
        const string format = "%{time_connect} %{time_appconnect} %{time_starttransfer} %{time_total}";
        string[] args = ["-s", "-o", "/dev/null", "-w", format, .. options, url];
        using var curl = Process.Start(new ProcessStartInfo("curl", args) { RedirectStandardOutput = true })!;
        var output = await curl.StandardOutput.ReadToEndAsync(Stop);
        await curl.WaitForExitAsync(Stop);
        curl.ExitCode.ShouldBe(0);
        double[] seconds = [.. output.Split(' ').Select(part => double.Parse(part, CultureInfo.InvariantCulture))];
        return (seconds[0], seconds[1], seconds[2], seconds[3]);
    }

    private static void ShouldAgreeWithCurl(double seconds, double curl) =>
        seconds.ShouldBe(curl, tolerance: MaxDifference * curl);

    private static X509Certificate2 CreateCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
