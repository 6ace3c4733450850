using System.Net;
using System.Net.Sockets;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// SocketsHttpHandler, and so every client API here, sends a GET again by itself where the connection is closed in order
/// before the headers. Nothing above it knows, so the 1 + N calls of the design do not hold there.
/// </summary>
public sealed class ResendTests
{
    [Theory]
    [MemberData(nameof(Catalog.Strategies), MemberType = typeof(Catalog))]
    public async Task Backend_ClosesBeforeTheHeaders_IsAskedFourTimesAndIsA502(string strategy)
    {
        using var backend = new TcpListener(IPAddress.Loopback, 0);
        backend.Start();
        using var stop = new CancellationTokenSource();
        var asked = CountAndClose(backend, stop.Token);
        await using var frontend = new Frontend($"http://{backend.LocalEndpoint}");

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        await stop.CancelAsync();
        (await asked).ShouldBe(4);
        (await frontend.MetricsAsync()).Sum("backend_call_duration_seconds_count", $"strategy=\"{strategy}\"").ShouldBe(1);
    }

    private static async Task<int> CountAndClose(TcpListener backend, CancellationToken stop)
    {
        var asked = 0;
        try
        {
            while (true)
            {
                using var connection = await backend.AcceptTcpClientAsync(stop);
                // All of the request is read first: closing over unread bytes would be a reset.
                if (await connection.GetStream().ReadAsync(new byte[4096], stop) > 0)
                    asked++;
            }
        }
        catch (OperationCanceledException)
        {
            return asked;
        }
    }
}
