using System.Net.Security;

namespace Load.Tests;

/// <summary>The servers advance the clock of the load tool, so the durations are known exactly.</summary>
public sealed class TimingsTests
{
    private const string HalfResponse = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab";
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly CountingTime _time = new();

    [Fact]
    public async Task Timings_DelayedFirstByteAndBody_AreThoseOfTheClock()
    {
        await using var server = new HostileServer(async connection =>
        {
            await connection.ReadRequestAsync();
            _time.Advance(2 * Second);
            var readings = _time.Readings;
            await connection.SendAsync(HalfResponse);
            await Eventually.WaitUntilAsync(() => _time.Readings > readings);
            _time.Advance(3 * Second);
            await connection.SendAsync("cd");
            await connection.StaySilentAsync();
        });

        var timings = await MeasureAsync(server.Url);

        (timings.FirstByte!.Mean, timings.Body!.Mean, timings.Connect!.Mean).ShouldBe((2e9, 3e9, 0));
        (timings.Connect.Count, timings.Tls).ShouldBe((1, null));
    }

    [Fact]
    public async Task Timings_DelayedTlsHandshake_CountsInTlsAndFirstByteOnly()
    {
        using var certificate = TestCertificate.Create("localhost");
        await using var server = new HostileServer(async connection =>
        {
            // The certificate is selected when the client, which is connected by then, has begun the handshake.
            await using var tls = new SslStream(connection.Stream, leaveInnerStreamOpen: true);
            var options = new SslServerAuthenticationOptions
            {
                ServerCertificateSelectionCallback = (_, _) =>
                {
                    _time.Advance(3 * Second);
                    return certificate;
                },
            };
            await tls.AuthenticateAsServerAsync(options, connection.Stop);
            (await tls.ReadAsync(new byte[4096], connection.Stop)).ShouldBePositive();
            await tls.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), connection.Stop);
        });

        var timings = await MeasureAsync($"https://{server.Authority}/");

        (timings.Connect!.Mean, timings.Tls!.Mean).ShouldBe((0, 3e9));
        (timings.FirstByte!.Mean, timings.Body!.Mean).ShouldBe((3e9, 0));
    }

    [Fact]
    public async Task Timings_ReusedConnection_HaveOneConnectAndFirstByteOfEachRequest()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        using var tool = new LoadTool();

        (await tool.RunAsync(server.Url, "-n 100 -c 1")).ShouldBe(ExitCode.Ok);

        var run = await tool.ReadRunAsync();
        (run.Timings!.ConnectionsOpened, run.Timings.Tls).ShouldBe((1, null));
        run.Timings.Connect!.Min!.Value.ShouldBePositive();
        (run.Timings.Ttfb!.Mean + run.Timings.Body!.Mean)!.Value.ShouldBe(run.Latency.Mean!.Value, tolerance: 0.001);
        tool.Output.ShouldMatch(
            @"\n  connect .* DNS and TCP, 1 connections\n  first byte .* from the send\n  body ");
    }

    private async Task<RequestTimings> MeasureAsync(string url)
    {
        using var sender = new HttpSender(1, new ClientOptions { AcceptsAnyCertificate = true }, _time);
        var context = new RunContext(sender, TestRequests.CreateMix(url), TimeSpan.FromMinutes(1), _time);
        var measurement = new Measurement(_time);
        using var connection = context.CreateConnection(measurement);

        await connection.SendAsync(connection.Prepare(0));

        measurement.Counters.Successes.ShouldBe(1);
        return measurement.Timings;
    }

    /// <summary>Counts how often the clock was read.</summary>
    private sealed class CountingTime : FakeTimeProvider
    {
        private int _readings;

        public int Readings => Volatile.Read(ref _readings);

        public override long GetTimestamp()
        {
            var now = base.GetTimestamp();
            Interlocked.Increment(ref _readings);
            return now;
        }
    }
}
