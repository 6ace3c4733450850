using System.Diagnostics;
using FrontendApi;
using FrontendApi.Backend;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Tests when the front-end replaces and closes connections to the back-end, with the settings of their life.
/// </summary>
[TimeLimit(120)]
public sealed class ConnectionLifetimeTests(CountedFrontends frontends) : IClassFixture<CountedFrontends>
{
    private const string Never = "-00:00:00.001";

    /// <summary>The clients that live longer than a request, with each version of HTTP.</summary>
    public static TheoryData<string> LastingClients =>
    [
        .. from client in Flags.Client.Values.Except([ClientLifetime.PerRequest])
           from http in Flags.Http.Values
           select $"client={client}&http={http}",
    ];

    [Fact]
    public async Task NoLifetime_RequestsWithoutPause_KeepTheConnections()
    {
        var (backend, frontend) = await GetFrontendAsync(lifetime: Never, idle: Never);
        string[] clients = [.. LastingClients.Select(row => row.Data)];

        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(3))
        {
            foreach (var flags in clients)
                await SendRequestAsync(frontend, flags);
        }

        backend.Connections.ShouldBe(clients.Length);
    }

    [Theory]
    [MemberData(nameof(LastingClients))]
    public async Task LifetimeOfOneSecond_RequestsWithoutPause_OpenAnotherConnection(string flags)
    {
        var (backend, frontend) = await GetFrontendAsync(lifetime: "00:00:01", idle: Never);
        await SendRequestAsync(frontend, flags);
        var before = backend.Connections;

        await Eventually.WaitUntilAsync(
            async () =>
            {
                await SendRequestAsync(frontend, flags);
                return backend.Connections > before;
            },
            within: TimeSpan.FromSeconds(30));
    }

    [Theory]
    [MemberData(nameof(LastingClients))]
    public async Task IdleTimeoutOfOneSecond_NoRequests_ClosesTheConnection(string flags)
    {
        var (backend, frontend) = await GetFrontendAsync(lifetime: Never, idle: "00:00:01");
        var before = backend.Connections;
        await SendRequestAsync(frontend, flags);

        await Eventually.WaitUntilAsync(
            async () => await CountOpenConnectionsAsync(frontend) is 0, within: TimeSpan.FromSeconds(30));
        await SendRequestAsync(frontend, flags);

        (backend.Connections - before).ShouldBe(2);
    }

    private Task<(CountingBackend Backend, ServiceProcess Frontend)> GetFrontendAsync(string lifetime, string idle) =>
        frontends.GetAsync(
            $"--Client:PooledConnectionLifetime={lifetime}", $"--Client:PooledConnectionIdleTimeout={idle}");

    private static async Task SendRequestAsync(ServiceProcess frontend, string flags)
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
