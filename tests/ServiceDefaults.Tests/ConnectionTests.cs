using Microsoft.Extensions.DependencyInjection.Extensions;

namespace ServiceDefaults.Tests;

/// <summary>Limits of connections, the port that they do not reach, and the end of connections at a stop.</summary>
public sealed class ConnectionTests
{
    [Fact]
    public async Task AsManyConnectionsAsAllowed_ConnectAgain_IsClosedAndCounted()
    {
        var management = FindFreePort();
        await using var service = await TestService.StartAsync(
            args: ["--Limits:Connections=1", $"--Management:Port={management}"]);
        using var probe = new HttpClient { BaseAddress = new($"http://127.0.0.1:{management}") };
        (await ReadRejectedAsync()).ShouldBe(0);
        (await service.GetAsync("/openapi/v1.json")).Status.ShouldBe(200);
        using var second = new HttpClient { BaseAddress = service.Client.BaseAddress };

        await Should.ThrowAsync<HttpRequestException>(
            () => second.GetAsync("/openapi/v1.json", TestContext.Current.CancellationToken));

        // The client tries again.
        (await ReadRejectedAsync()).ShouldBeGreaterThan(0);
        foreach (var path in (string[])["/health/live", "/health/ready"])
            (await probe.GetStringAsync(path, TestContext.Current.CancellationToken)).ShouldBe("Healthy");

        async Task<double> ReadRejectedAsync() =>
            PrometheusText.Parse(await probe.GetStringAsync("/metrics", TestContext.Current.CancellationToken))
                .Samples["kestrel_rejected_connections_total"];
    }

    [Fact]
    public async Task ManagementPort_Routes_AreServedAtTheirOwnPortOnly()
    {
        var management = FindFreePort();
        await using var service = await TestService.StartAsync(
            mapRoutes: app => app.MapGet("/get", () => { }), args: $"--Management:Port={management}");

        foreach (var (path, isOfManagement) in (IEnumerable<(string, bool)>)
            [("/health/live", true), ("/metrics", true), ("/get", false), ("/openapi/v1.json", false)])
        {
            (await GetStatusAsync(service.Port, path)).ShouldBe(isOfManagement ? 404 : 200, path);
            (await GetStatusAsync(management, path)).ShouldBe(isOfManagement ? 200 : 404, path);
        }

        // The port is that of the connection, and not what the caller says.
        async Task<int> GetStatusAsync(int port, string path)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, $"http://127.0.0.1:{port}{path}");
            request.Headers.Host = $"127.0.0.1:{(port == management ? service.Port : management)}";
            using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);
            return (int)response.StatusCode;
        }
    }

    [Fact]
    public async Task Drain_Stop_IsNotReadyAndClosesConnectionsUntilItsTimeIsOver()
    {
        var time = new FakeTimeProvider();
        var service = await TestService.StartAsync(
            services => services.Replace(ServiceDescriptor.Singleton<TimeProvider>(time)),
            app => app.MapGet("/get", () => { }), "--Shutdown:Drain=00:00:05");
        using (var before = await GetAsync("/get"))
            before.Headers.ConnectionClose.ShouldNotBe(true);

        var stopped = service.DisposeAsync().AsTask();

        foreach (var (path, status) in (IEnumerable<(string, int)>)
            [("/get", 200), ("/health/ready", 503), ("/health/live", 200)])
        {
            using var response = await GetAsync(path);
            ((int)response.StatusCode, response.Headers.ConnectionClose).ShouldBe((status, true), path);
        }

        time.Advance(TimeSpan.FromSeconds(4.5));
        await Eventually.WaitUntilAsync(() => PortProbe.RefusesConnections(service.Client.BaseAddress!));
        stopped.IsCompleted.ShouldBeFalse();
        time.Advance(TimeSpan.FromSeconds(0.5));
        await stopped;

        Task<HttpResponseMessage> GetAsync(string path) =>
            service.Client.GetAsync(path, TestContext.Current.CancellationToken);
    }

    private static int FindFreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
