namespace Experiments.Tests.Hosting;

[TimeLimit(30)]
public sealed class TcpRelayTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    public async Task Relay_ManyBytesBothWays_DeliversThemInOrderUntilItIsSilenced(int oneWayMs)
    {
        var stop = TestContext.Current.CancellationToken;
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var relay = new TcpRelay(
            new($"http://{listener.LocalEndpoint}"), oneWay: TimeSpan.FromMilliseconds(oneWayMs));
        using var client = new TcpClient(relay.Address.Host, relay.Address.Port);
        using var server = await listener.AcceptTcpClientAsync(stop);
        var (sent, received) = (new byte[300_000], new byte[300_000]);
        new Random(1).NextBytes(sent);

        foreach (var (from, to) in new[] { (client, server), (server, client) })
        {
            Array.Clear(received);
            await Task.WhenAll(
                from.GetStream().WriteAsync(sent, stop).AsTask(),
                to.GetStream().ReadExactlyAsync(received, stop).AsTask());
            received.ShouldBe(sent);
        }

        relay.SilenceOpenConnections();
        await client.GetStream().WriteAsync(sent, stop);
        client.Client.Shutdown(SocketShutdown.Send);
        (await server.GetStream().ReadAsync(received, stop)).ShouldBe(0);
    }

    [Fact]
    public async Task Relay_WithAnAddedService_GivesItEachSecondNewConnectionAndNoOpenOne()
    {
        var stop = TestContext.Current.CancellationToken;
        using var first = new TcpListener(IPAddress.Loopback, 0);
        using var second = new TcpListener(IPAddress.Loopback, 0);
        first.Start();
        second.Start();
        using var relay = new TcpRelay(new($"http://{first.LocalEndpoint}"));
        var opened = new List<TcpClient>();
        async Task ConnectAsync(TcpListener expected)
        {
            opened.Add(new TcpClient(relay.Address.Host, relay.Address.Port));
            opened.Add(await expected.AcceptTcpClientAsync(stop));
        }

        await ConnectAsync(first);
        await ConnectAsync(first);
        relay.Add(new($"http://{second.LocalEndpoint}"));
        await ConnectAsync(first);
        await ConnectAsync(second);
        await ConnectAsync(first);

        (first.Pending(), second.Pending()).ShouldBe((false, false));
        opened.ForEach(client => client.Dispose());
    }
}
