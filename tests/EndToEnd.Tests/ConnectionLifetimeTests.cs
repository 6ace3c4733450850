using FrontendApi;
using FrontendApi.Backend;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Tests when the front-end replaces and closes connections to the back-end, with the settings of their life, for the
/// clients that live longer than a request, with each version of HTTP.
/// </summary>
[Slow]
public sealed class ConnectionLifetimeTests
{
    private const string Never = "-00:00:00.001";
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
        await using var backend = new CountingBackend();
        await using var frontend = await StartAsync(backend, lifetime: Never, idle: Never);

        for (var request = 0; request < RequestsOfEachClient; request++)
            await SendToEachClientAsync(frontend);

        backend.Connections.ShouldBe(LastingClients.Length);
    }

    [Fact]
    public async Task LifetimeOfOneSecond_RequestsWithoutPause_ReplaceTheConnections()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartAsync(backend, lifetime: "00:00:01", idle: Never);

        foreach (var flags in LastingClients)
        {
            await SendAsync(frontend, flags);
            var before = backend.Connections;
            await Eventually.WaitUntilAsync(
                async () =>
                {
                    await SendAsync(frontend, flags);
                    return backend.Connections > before;
                },
                WaitLimit);
        }
    }

    [Fact]
    public async Task IdleTimeoutOfOneSecond_NoRequests_ClosesTheConnections()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartAsync(backend, lifetime: Never, idle: "00:00:01");
        await SendToEachClientAsync(frontend);

        await Eventually.WaitUntilAsync(async () => await CountOpenConnectionsAsync(frontend) is 0, WaitLimit);
        await SendToEachClientAsync(frontend);

        backend.Connections.ShouldBeGreaterThanOrEqualTo(2 * LastingClients.Length);
    }

    private static Task<ServiceProcess> StartAsync(CountingBackend backend, string lifetime, string idle) =>
        ServiceProcess.StartAsync(
            "FrontendApi",
            [
                $"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={backend.Http2Address}",
                $"--Client:PooledConnectionLifetime={lifetime}", $"--Client:PooledConnectionIdleTimeout={idle}",
            ],
            TestContext.Current.CancellationToken);

    private static async Task SendToEachClientAsync(ServiceProcess frontend)
    {
        foreach (var flags in LastingClients)
            await SendAsync(frontend, flags);
    }

    private static async Task SendAsync(ServiceProcess frontend, string flags)
    {
        using var client = new HttpClient { BaseAddress = frontend.Address };
        await client.GetStringAsync($"/api/customer/1?{flags}", TestContext.Current.CancellationToken);
    }

    private static async Task<double> CountOpenConnectionsAsync(ServiceProcess frontend)
    {
        using var client = new HttpClient { BaseAddress = frontend.Address };
        var metrics = await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
        return new PrometheusSamples(metrics).Sum("http_client_open_connections");
    }
}
