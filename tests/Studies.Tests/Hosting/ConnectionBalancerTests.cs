using System.Net;
using System.Net.Sockets;

namespace Studies.Tests.Hosting;

public sealed class ConnectionBalancerTests
{
    private readonly CancellationToken _stop = TestContext.Current.CancellationToken;

    [Fact]
    public async Task ServersAdded_NewConnectionsReachThemInTurnAndOpenOnesStay()
    {
        using var first = new TcpListener(IPAddress.Loopback, 0);
        using var second = new TcpListener(IPAddress.Loopback, 0);
        first.Start();
        second.Start();
        await using var balancer = new ConnectionBalancer(GetAddress(first));
        using var early = new TcpClient();
        await early.ConnectAsync(IPAddress.Loopback, balancer.Address.Port, _stop);
        using var served = await first.AcceptTcpClientAsync(_stop);

        balancer.Servers = [GetAddress(first), GetAddress(second)];

        foreach (var server in new[] { second, first, second, first })
        {
            using var late = new TcpClient();
            await late.ConnectAsync(IPAddress.Loopback, balancer.Address.Port, _stop);
            using var connection = await server.AcceptTcpClientAsync(_stop);
        }

        byte[] sent = [1, 2];
        var received = new byte[2];
        await early.GetStream().WriteAsync(sent, _stop);
        await served.GetStream().ReadExactlyAsync(received, _stop);
        received.ShouldBe(sent);
    }

    private static Uri GetAddress(TcpListener listener) => new($"http://{listener.LocalEndpoint}");
}
