using FrontendApi;

namespace EndToEnd.Tests;

public sealed class ConnectionTests(CountedPair pair) : IClassFixture<CountedPair>
{
    private const int Requests = 10;
    private const int UnknownCustomer = 999_999;

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.All.Where(strategy => strategy is not WebClientStrategy).Select(strategy => strategy.Name)];

    public static TheoryData<string> HttpVersions => [.. Flags.Http.Values];

    /// <summary>
    /// A response that is not accepted must be closed. How soon its connection is free again is not fixed.
    /// </summary>
    [Theory]
    [MemberData(nameof(HttpClientStrategies))]
    public async Task HttpClientStrategy_KnownAndUnknownCustomers_ReuseConnections(string strategy)
    {
        (await pair.CountConnectionsAsync($"strategy={strategy}", Requests)).ShouldBeLessThanOrEqualTo(1);

        var before = pair.Backend.Connections;
        for (var request = 1; request <= Requests; request++)
        {
            using var response = await pair.GetAsync(UnknownCustomer, $"strategy={strategy}");
            response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        }

        (pair.Backend.Connections - before).ShouldBeLessThan(Requests);
    }

    [Theory]
    [MemberData(nameof(HttpVersions))]
    public async Task ClientLifetime_TenRequests_OpenOneConnectionOrOneForEachRequest(string http)
    {
        var flags = $"strategy=string-jsonconvert&http={http}";

        (await pair.CountConnectionsAsync($"{flags}&client=shared", Requests)).ShouldBeLessThanOrEqualTo(1);
        (await pair.CountConnectionsAsync($"{flags}&client=per-request", Requests)).ShouldBe(Requests);
    }

    /// <summary>The first address does not answer: as many callers as it may have wait to be accepted.</summary>
    [Fact]
    public async Task DeadAndClosedAddress_Connect_IsToTheNextOne()
    {
        var stop = TestContext.Current.CancellationToken;
        using var live = new TcpListener(IPAddress.Loopback, 0);
        live.Start();
        var port = ((IPEndPoint)live.LocalEndpoint).Port;
        var (dead, closed) = (IPAddress.Parse("127.0.0.2"), IPAddress.Parse("127.0.0.3"));
        using var silent = new TcpListener(dead, port);
        silent.Start(backlog: 0);
        TcpClient[] waiting = [new(), new(), new(), new()];
        foreach (var caller in waiting)
            _ = caller.ConnectAsync(dead, port, stop).AsTask();

        using var stream = (NetworkStream)await BackendClients.ConnectAsync([dead, closed, IPAddress.Loopback], port, stop);

        stream.Socket.RemoteEndPoint.ShouldBe(live.LocalEndpoint);
        await Should.ThrowAsync<SocketException>(() => BackendClients.ConnectAsync([closed], port, stop).AsTask());
        foreach (var caller in waiting)
            caller.Dispose();
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
        await using var own = new CountedPair([], ("Http2:MaxStreamsPerConnection", "2"));
        var flags = $"client={client}&http={http}";
        // After the first request, the client knows how many calls the back-end takes on a connection.
        await own.CountConnectionsAsync(flags, requests: 1);
        var waiting = 0;
        var release = new TaskCompletionSource();
        own.Backend.BeforeResponse = context =>
        {
            if (!context.Request.Path.StartsWithSegments("/api"))
                return Task.CompletedTask;
            Interlocked.Increment(ref waiting);
            return release.Task;
        };

        var responses = Task.WhenAll(Enumerable.Range(1, 6).Select(id => own.GetTextAsync(id, flags)));
        await Eventually.WaitUntilAsync(
            () => Volatile.Read(ref waiting) >= callsAtOnce, within: TimeSpan.FromSeconds(30));
        release.SetResult();
        await responses;

        // A client with several HTTP/2 connections may open more than it then needs.
        own.Backend.Connections.ShouldBeInRange(fewest, most);
    }

    /// <summary>
    /// The first WebClient call of a process decides which kind of WebClient can reuse connections, so that the
    /// front-end is a new process.
    /// </summary>
    [Slow]
    [Theory]
    [InlineData("webclient-sync", "webclient-async")]
    [InlineData("webclient-async", "webclient-sync")]
    public async Task WebClients_InOneProcess_OnlyTheFirstKindReusesConnections(string first, string second)
    {
        await using var backend = new CountingBackend();
        await using var frontend = await ServiceProgram.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = frontend.Address };

        await SendAsync(first, HttpStatusCode.OK);
        backend.Connections.ShouldBe(1);
        await SendAsync(first, HttpStatusCode.NotFound);
        backend.Connections.ShouldBeLessThan(1 + Requests);

        var (calls, connections) = (backend.Calls, backend.Connections);
        await SendAsync(second, HttpStatusCode.OK);
        (backend.Connections - connections).ShouldBe(backend.Calls - calls);

        async Task SendAsync(string strategy, HttpStatusCode expected)
        {
            for (var request = 1; request <= Requests; request++)
            {
                var id = expected is HttpStatusCode.OK ? request : UnknownCustomer;
                using var response = await client.GetAsync(
                    $"/api/customer/{id}?strategy={strategy}", TestContext.Current.CancellationToken);
                response.StatusCode.ShouldBe(expected);
            }
        }
    }
}
