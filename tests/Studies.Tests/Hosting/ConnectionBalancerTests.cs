using System.Net;
using System.Net.Sockets;
using Studies.Hosting;

namespace Studies.Tests.Hosting;

public sealed class ConnectionBalancerTests
{
    [Fact]
    public async Task ServersAdded_NewConnectionsReachThemInTurnAndOpenOnesStay()
    {
        using var first = new LetterServer('a');
        using var second = new LetterServer('b');
        await using var balancer = new ConnectionBalancer(first.Address);
        using var early = await ConnectAsync(balancer);
        (await AskAsync(early)).ShouldBe('a');

        balancer.Servers = [first.Address, second.Address];

        (await AskAsync(early)).ShouldBe('a');
        var letters = new List<char>();
        for (var i = 0; i < 4; i++)
        {
            using var late = await ConnectAsync(balancer);
            letters.Add(await AskAsync(late));
        }

        letters.ShouldBe(['b', 'a', 'b', 'a']);
        (await AskAsync(early)).ShouldBe('a');
    }

    private static async Task<TcpClient> ConnectAsync(ConnectionBalancer balancer)
    {
        var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, balancer.Address.Port, TestContext.Current.CancellationToken);
        return client;
    }

    private static async Task<char> AskAsync(TcpClient client)
    {
        var buffer = new byte[1];
        await client.GetStream().WriteAsync(buffer, TestContext.Current.CancellationToken);
        await client.GetStream().ReadExactlyAsync(buffer, TestContext.Current.CancellationToken);
        return (char)buffer[0];
    }

    /// <summary>A server that answers each byte with its letter.</summary>
    private sealed class LetterServer : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly CancellationToken _stop = TestContext.Current.CancellationToken;
        private readonly byte _letter;

        public LetterServer(char letter)
        {
            _letter = (byte)letter;
            _listener.Start();
            _ = AcceptAsync();
        }

        public Uri Address => new($"http://{_listener.LocalEndpoint}");

        public void Dispose() => _listener.Dispose();

        private async Task AcceptAsync()
        {
            while (true)
                _ = AnswerAsync(await _listener.AcceptTcpClientAsync(_stop));
        }

        private async Task AnswerAsync(TcpClient client)
        {
            using (client)
            {
                var buffer = new byte[1];
                while (await client.GetStream().ReadAsync(buffer, _stop) > 0)
                    await client.GetStream().WriteAsync(new[] { _letter }, _stop);
            }
        }
    }
}
