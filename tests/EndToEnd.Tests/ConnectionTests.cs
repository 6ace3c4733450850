using System.Net;
using FrontendApi;
using FrontendApi.Backend;
using FrontendApi.Strategies;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Counts the connections that a front-end opens to the back-end for ten sequential requests. The tests of WebClient
/// run the front-end in a new process, because the first WebClient call of a process decides which kind of WebClient
/// can reuse connections.
/// </summary>
public sealed class ConnectionTests(CountedFrontends frontends) : IClassFixture<CountedFrontends>
{
    private const int Requests = 10;

    /// <summary>A strategy that buffers the body, and one that reads the stream.</summary>
    private static readonly string[] Representatives = ["string-jsonconvert", "get-stream-stj"];

    public static TheoryData<string> Strategies => [.. StrategyCatalog.Names];

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.All.OfType<HttpClientStrategy>().Select(strategy => strategy.Name)];

    public static TheoryData<string> HttpFlags =>
    [
        .. from strategy in Representatives
           from http in Flags.Http.Values
           select $"strategy={strategy}&http={http}",
    ];

    [Theory]
    [InlineData("webclient-sync")]
    [InlineData("webclient-async")]
    public async Task OnlyKindOfWebClientInProcess_TenRequests_OpenOneConnection(string strategy)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await CountedFrontends.StartFrontendAsync(backend);

        await SendRequestsAsync(frontend, $"strategy={strategy}", Requests);

        backend.Connections.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(HttpClientStrategies))]
    public async Task HttpClientStrategy_TenRequests_OpenAtMostOneConnection(string strategy) =>
        (await CountConnectionsAsync($"strategy={strategy}")).ShouldBeLessThanOrEqualTo(1);

    [Theory]
    [MemberData(nameof(HttpFlags))]
    public async Task SharedClient_TenRequests_OpenAtMostOneConnection(string flags) =>
        (await CountConnectionsAsync($"{flags}&client=shared")).ShouldBeLessThanOrEqualTo(1);

    [Theory]
    [MemberData(nameof(HttpFlags))]
    public async Task ClientPerRequest_TenRequests_OpenTenConnections(string flags) =>
        (await CountConnectionsAsync($"{flags}&client=per-request")).ShouldBe(Requests);

    /// <summary>
    /// A response that is not accepted must be closed. How soon its connection is free again is not fixed.
    /// </summary>
    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task UnknownCustomer_TenRequests_ReuseConnections(string strategy)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await CountedFrontends.StartFrontendAsync(backend);
        using var client = new HttpClient { BaseAddress = frontend.Address };

        for (var request = 1; request <= Requests; request++)
        {
            using var response = await client.GetAsync(
                $"/api/customer/999999?strategy={strategy}", TestContext.Current.CancellationToken);
            response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        }

        backend.Connections.ShouldBeLessThan(Requests);
    }

    [Theory]
    [InlineData("factory", HttpMode.Http2, 2, 1, 1)]
    [InlineData("shared", HttpMode.Http2, 2, 1, 1)]
    [InlineData("factory", HttpMode.Http2Multi, 6, 3, 6)]
    [InlineData("shared", HttpMode.Http2Multi, 6, 3, 6)]
    [InlineData("shared", HttpMode.Http11, 6, 6, 6)]
    public async Task SixCallsAtOnce_TwoPerHttp2Connection_OpenConnectionsAsTheFlagSays(
        string client, string http, int callsAtOnce, int fewest, int most)
    {
        await using var backend = new CountingBackend(("Http2:MaxStreamsPerConnection", "2"));
        await using var frontend = await CountedFrontends.StartFrontendAsync(backend);
        // After the first request, the client knows how many calls the back-end takes on a connection.
        await SendRequestsAsync(frontend, $"client={client}&http={http}", 1);
        var waiting = 0;
        var release = new TaskCompletionSource();
        backend.BeforeResponse = context =>
        {
            if (!context.Request.Path.StartsWithSegments("/api"))
                return Task.CompletedTask;
            Interlocked.Increment(ref waiting);
            return release.Task;
        };
        using var caller = new HttpClient { BaseAddress = frontend.Address };

        var responses = Task.WhenAll(Enumerable.Range(1, 6).Select(id => caller.GetStringAsync(
            $"/api/customer/{id}?client={client}&http={http}", TestContext.Current.CancellationToken)));
        await Eventually.WaitUntilAsync(() => Volatile.Read(ref waiting) >= callsAtOnce);
        release.SetResult();
        await responses;

        // A client with several HTTP/2 connections may open more than it then needs.
        backend.Connections.ShouldBeInRange(fewest, most);
    }

    [Theory]
    [InlineData("webclient-sync", "webclient-async")]
    [InlineData("webclient-async", "webclient-sync")]
    public async Task SecondKindOfWebClientInProcess_TenRequests_OpenOneConnectionPerCall(string first, string second)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await CountedFrontends.StartFrontendAsync(backend);
        await SendRequestsAsync(frontend, $"strategy={first}", 1);
        var (calls, connections) = (backend.Calls, backend.Connections);

        await SendRequestsAsync(frontend, $"strategy={second}", Requests);

        (backend.Connections - connections).ShouldBe(backend.Calls - calls);
    }

    /// <summary>
    /// Counts the connections that ten requests open in a process that may have sent others. No connection ends by its
    /// age.
    /// </summary>
    private async Task<int> CountConnectionsAsync(string flags)
    {
        var (backend, frontend) = await frontends.GetAsync(
            "--Client:PooledConnectionLifetime=-00:00:00.001", "--Client:PooledConnectionIdleTimeout=-00:00:00.001");
        var before = backend.Connections;
        await SendRequestsAsync(frontend, flags, Requests);
        return backend.Connections - before;
    }

    private static async Task SendRequestsAsync(ServiceProcess frontend, string flags, int requests)
    {
        using var client = new HttpClient { BaseAddress = frontend.Address };
        for (var id = 1; id <= requests; id++)
            await client.GetStringAsync($"/api/customer/{id}?{flags}", TestContext.Current.CancellationToken);
    }
}
