using System.Net;
using System.Net.Sockets;

namespace Studies.Tests.Hosting;

[TimeLimit(30)]
public sealed class TcpRelayTests
{
    [Theory]
    [InlineData("0ms", "none")]
    [InlineData("20ms", "none")]
    [InlineData("1ms", "100mbit")]
    public async Task Relay_ManyBytesBothWays_DeliversThemInOrderAndThenTheEnd(string roundTrip, string rate)
    {
        using var echo = new EchoServer();
        using var relay = new TcpRelay(echo.Address, NetworkDistance.Parse(roundTrip, rate));
        var sent = new byte[300_000];
        new Random(1).NextBytes(sent);
        using var client = new TcpClient(relay.Address.Host, relay.Address.Port);

        await client.GetStream().WriteAsync(sent, TestContext.Current.CancellationToken);
        var received = new byte[sent.Length];
        await client.GetStream().ReadExactlyAsync(received, TestContext.Current.CancellationToken);

        received.ShouldBe(sent);
        echo.CloseConnections();
        (await client.GetStream().ReadAsync(received, TestContext.Current.CancellationToken)).ShouldBe(0);
    }

    [Fact]
    public async Task Relay_Silenced_CarriesOnlyNewConnections()
    {
        using var echo = new EchoServer();
        using var relay = new TcpRelay(echo.Address);
        using var before = new TcpClient(relay.Address.Host, relay.Address.Port);
        await EchoAsync(before);

        relay.SilenceOpenConnections();
        await before.GetStream().WriteAsync(new byte[1], TestContext.Current.CancellationToken);
        using var after = new TcpClient(relay.Address.Host, relay.Address.Port);
        await EchoAsync(after);

        before.Available.ShouldBe(0);
        before.Connected.ShouldBeTrue();
    }

    [Theory]
    [InlineData("5ms", "none", 2.5, double.PositiveInfinity)]
    [InlineData("0.5ms", "100mbit", 0.25, 12_500_000)]
    [InlineData("0ms", "1gbit", 0, 125_000_000)]
    public void Distance_Parsed_HasHalfOfTheRoundTripAndBytes(string time, string rate, double oneWayMs, double bytes)
    {
        (NetworkDistance.IsTime(time) && NetworkDistance.IsRate(rate)).ShouldBeTrue();
        var distance = NetworkDistance.Parse(time, rate);

        (distance.OneWay.TotalMilliseconds, distance.BytesPerSecond).ShouldBe((oneWayMs, bytes));
    }

    [Theory]
    [InlineData("5", "100")]
    [InlineData("5000ms", "0mbit")]
    [InlineData("-5ms", "mbit")]
    [InlineData("5ms;", "1mbit;")]
    public void DistanceOptions_NotATimeOrRate_AreRefused(string time, string rate) =>
        (NetworkDistance.IsTime(time) || NetworkDistance.IsRate(rate)).ShouldBeFalse();

    private static async Task EchoAsync(TcpClient client)
    {
        await client.GetStream().WriteAsync(new byte[] { 7 }, TestContext.Current.CancellationToken);
        var answer = new byte[1];
        await client.GetStream().ReadExactlyAsync(answer, TestContext.Current.CancellationToken);
        answer[0].ShouldBe((byte)7);
    }

    private sealed class EchoServer : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly List<TcpClient> _clients = [];

        public EchoServer()
        {
            _listener.Start();
            _ = AcceptAsync();
        }

        public Uri Address => new($"http://{_listener.LocalEndpoint}");

        public void CloseConnections() => _clients.ForEach(client => client.Dispose());

        public void Dispose()
        {
            CloseConnections();
            _listener.Dispose();
        }

        private async Task AcceptAsync()
        {
            while (true)
            {
                _clients.Add(await _listener.AcceptTcpClientAsync());
                _ = _clients[^1].GetStream().CopyToAsync(_clients[^1].GetStream());
            }
        }
    }
}
