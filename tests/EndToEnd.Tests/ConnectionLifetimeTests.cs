using System.Diagnostics;
using FrontendApi.Backend;
using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests;

/// <summary>
/// Tests when the front-end replaces and closes connections to the back-end, with the settings of their life.
/// </summary>
[TimeLimit(120)]
public sealed class ConnectionLifetimeTests
{
    private const string Never = "-00:00:00.001";

    /// <summary>The clients that live longer than a request, with each version of HTTP.</summary>
    public static TheoryData<string> LastingClients =>
    [
        .. from client in ClientLifetime.ClientFlag.Values.Except([ClientLifetime.PerRequest])
           from http in BackendProtocol.HttpFlag.Values
           select $"client={client}&http={http}",
    ];

    [Theory]
    [MemberData(nameof(LastingClients))]
    public async Task NoLifetime_RequestsWithoutPause_KeepTheConnection(string flags)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontendAsync(backend, lifetime: Never, idle: Never);

        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(3))
            await SendRequestAsync(frontend, flags);

        backend.Connections.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(LastingClients))]
    public async Task LifetimeOfOneSecond_RequestsWithoutPause_OpenAnotherConnection(string flags)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontendAsync(backend, lifetime: "00:00:01", idle: Never);

        await Eventually.WaitUntilAsync(
            async () =>
            {
                await SendRequestAsync(frontend, flags);
                return backend.Connections > 1;
            },
            within: TimeSpan.FromSeconds(30));
    }

    [Theory]
    [MemberData(nameof(LastingClients))]
    public async Task IdleTimeoutOfOneSecond_NoRequests_ClosesTheConnection(string flags)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontendAsync(backend, lifetime: Never, idle: "00:00:01");
        await SendRequestAsync(frontend, flags);

        await Eventually.WaitUntilAsync(
            async () => await CountOpenConnectionsAsync(frontend) is 0, within: TimeSpan.FromSeconds(30));
        await SendRequestAsync(frontend, flags);

        backend.Connections.ShouldBe(2);
    }

    private static Task<ServiceProcess> StartFrontendAsync(CountingBackend backend, string lifetime, string idle) =>
        ServiceProcess.StartAsync(
            "FrontendApi",
            [
                $"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={backend.Http2Address}",
                $"--Client:PooledConnectionLifetime={lifetime}", $"--Client:PooledConnectionIdleTimeout={idle}",
            ],
            TestContext.Current.CancellationToken);

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
