using FrontendApi;
using TwoTier.Load.Target;

namespace EndToEnd.Tests;

[Slow]
public sealed class ConnectionLifetimeTests
{
    private const int RequestsOfEachClient = 50;
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(30);

    private static readonly string[] LastingClients =
    [
        .. from client in Flags.Client.Values.Except([ClientLifetime.PerRequest])
           from http in Flags.Http.Values
           select $"client={client}&http={http}",
    ];

    [Fact]
    public async Task NoLifetime_RequestsWithoutPause_KeepTheConnections()
    {
        // A shared client has the connections of the factory.
        foreach (var flags in LastingClients)
        {
            await using var pair = new CountedPair();
            (await pair.CountConnectionsAsync(flags, RequestsOfEachClient)).ShouldBe(1, flags);
        }
    }

    [Fact]
    public async Task LifetimeOfOneSecond_RequestsWithoutPause_ReplaceTheConnections()
    {
        await using var pair = new CountedPair([("Client:PooledConnectionLifetime", "00:00:01")]);

        foreach (var flags in LastingClients)
        {
            await pair.GetTextAsync(1, flags);
            await Eventually.WaitUntilAsync(async () => await pair.CountConnectionsAsync(flags, 1) is 1, WaitLimit);
        }
    }

    /// <summary>The front-end is a process, because the metric counts the connections of a process.</summary>
    [Fact]
    public async Task IdleTimeoutOfOneSecond_NoRequests_ClosesTheConnections()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await ServiceProgram.StartAsync(
            "FrontendApi",
            [
                $"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={backend.Http2Address}",
                "--Client:PooledConnectionLifetime=-00:00:00.001", "--Client:PooledConnectionIdleTimeout=00:00:01",
            ],
            TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        foreach (var flags in LastingClients)
            await GetAsync($"/api/customer/1?{flags}");
        var before = backend.Connections;

        await Eventually.WaitUntilAsync(
            async () => PrometheusSamples.Parse(await GetAsync("/metrics")).Sum("http_client_open_connections") is null or 0,
            WaitLimit);
        await GetAsync("/api/customer/1");

        backend.Connections.ShouldBe(before + 1);

        Task<string> GetAsync(string path) => client.GetStringAsync(path, TestContext.Current.CancellationToken);
    }
}
