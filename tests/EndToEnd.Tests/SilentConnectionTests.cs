using System.Net.Sockets;

namespace EndToEnd.Tests;

[Slow]
[TimeLimit(120)]
public sealed class SilentConnectionTests
{
    private const int Connections = 1_000;

    /// <summary>Without a limit of its own for silence, the server would let go of them after 131 s.</summary>
    [Fact]
    public async Task AllConnectionsTakenBySilentCallers_ProbeAndNewCaller_AreAnswered()
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var backend = new CountingBackend();
        var management = FreePort.FindAddress();
        await using var frontend = await ServiceProcess.StartAsync("FrontendApi",
            [
                $"--Backend:BaseAddress={backend.Address}", $"--Limits:Connections={Connections}",
                $"--Management:Port={management.Port}",
            ],
            cancellation);
        using var probe = new HttpClient { BaseAddress = management };
        var callers = new List<TcpClient>();
        try
        {
            for (var i = 0; i < Connections; i++)
            {
                callers.Add(new());
                await callers[^1].ConnectAsync(frontend.Address.Host, frontend.Address.Port, cancellation);
            }

            foreach (var path in (string[])["/health/live", "/health/ready"])
                (await probe.GetStringAsync(path, cancellation)).ShouldBe("Healthy");
            await Eventually.WaitUntilAsync(() => IsServedAsync(frontend.Address), TimeSpan.FromSeconds(60));
        }
        finally
        {
            callers.ForEach(caller => caller.Dispose());
        }
    }

    private static async Task<bool> IsServedAsync(Uri frontend)
    {
        using var client = new HttpClient { BaseAddress = frontend };
        try
        {
            return (await client.GetStringAsync("/api/customer/1", TestContext.Current.CancellationToken)).Length > 0;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }
}
