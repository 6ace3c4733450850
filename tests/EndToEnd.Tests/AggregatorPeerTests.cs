namespace EndToEnd.Tests;

/// <summary>
/// Tests that the aggregators of peers/ give the same answers as the front-end, and that the one on sockets treats
/// failures like it. Otherwise, their costs could not be compared.
/// </summary>
[Slow]
[TimeLimit(120)]
public sealed class AggregatorPeerTests(CountedPair pair) : IClassFixture<CountedPair>
{
    private const string Raw = "RawAggregator";
    private const int Customers = 40;
    private const int Callers = 5;

    public static TheoryData<string> Peers => ["MinimalAggregator", "PlainAggregator", Raw];

    [Theory]
    [MemberData(nameof(Peers))]
    public async Task Peer_Customers_AnswersWithSameBytesOverOneConnectionToTheBackend(string name)
    {
        var expected = new List<string>();
        for (var id = 1; id <= Customers; id++)
            expected.Add(await pair.GetTextAsync(id, "strategy=get-from-json"));
        var (calls, connections) = (pair.Backend.Calls, pair.Backend.Connections);
        await using var peer = await StartAsync(name, pair.Backend.Address);
        using var client = new HttpClient { BaseAddress = peer.Address };

        for (var id = 1; id <= Customers; id++)
        {
            using var response = await GetAsync(client, id);
            response.Content.Headers.ContentType!.ToString().ShouldBe("application/json; charset=utf-8");
            (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
                .ShouldBe(expected[id - 1]);
        }

        (pair.Backend.Calls - calls).ShouldBe(
            expected.Sum(text => 1 + JsonElement.Parse(text).GetProperty("orders").GetArrayLength()));
        (pair.Backend.Connections - connections).ShouldBe(1);
    }

    /// <summary>A back-end may know the length of a body, or send it in chunks of any length.</summary>
    [Fact]
    public async Task Raw_BodiesWithLengthAndInManyChunks_AnswersWithSameBytes()
    {
        await using var relay = await StartRelayAsync();
        await using var peer = await StartAsync(Raw, new Uri(relay.Urls.Single()));
        using var client = new HttpClient { BaseAddress = peer.Address };

        for (var id = 1; id <= Customers; id++)
        {
            using var response = await GetAsync(client, id);
            (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
                .ShouldBe(await pair.GetTextAsync(id, "strategy=get-from-json"));
        }
    }

    [Fact]
    public async Task Raw_UnknownCustomerAndNoBackend_Returns404And502()
    {
        await using var peer = await StartAsync(Raw, pair.Backend.Address);
        await using var alone = await StartAsync(Raw, new("http://127.0.0.1:9"));
        using var client = new HttpClient();

        (await GetStatusAsync(new(peer.Address, "/api/customer/999999"))).ShouldBe(HttpStatusCode.NotFound);
        (await GetStatusAsync(new(peer.Address, "/api/customer/x"))).ShouldBe(HttpStatusCode.NotFound);
        (await GetStatusAsync(new(peer.Address, "/api/customer/1?strategy=any"))).ShouldBe(HttpStatusCode.OK);
        (await GetStatusAsync(new(alone.Address, "/api/customer/1"))).ShouldBe(HttpStatusCode.BadGateway);

        async Task<HttpStatusCode> GetStatusAsync(Uri address)
        {
            using var response = await client.GetAsync(address, TestContext.Current.CancellationToken);
            return response.StatusCode;
        }
    }

    [Fact]
    public async Task Raw_BackendSlowerThanTimeout_Returns504AndEndsTheCall()
    {
        await using var backend = new CountingBackend();
        var (begun, ended) = HoldCalls(backend);
        await using var peer = await StartAsync(Raw, backend.Address, "--Backend:Timeout=00:00:01");
        using var client = new HttpClient { BaseAddress = peer.Address };

        using var response = await GetAsync(client, 1);

        response.StatusCode.ShouldBe(HttpStatusCode.GatewayTimeout);
        // On a busy machine, the time can be over before the call has begun.
        await Eventually.WaitUntilAsync(() => ended() == begun());
    }

    [Theory]
    [MemberData(nameof(Peers))]
    public async Task Peer_CallersLeave_EndsTheirCallsAndAnswersOthers(string name)
    {
        await using var backend = new CountingBackend();
        var (begun, ended) = HoldCalls(backend);
        await using var peer = await StartAsync(name, backend.Address, "--Backend:Timeout=00:01:00");
        using (var client = new HttpClient { BaseAddress = peer.Address })
        {
            var requests = Enumerable.Range(1, Callers).Select(id => GetAsync(client, id)).ToArray();
            await Eventually.WaitUntilAsync(() => begun() is Callers);
            client.CancelPendingRequests();
            await Should.ThrowAsync<TaskCanceledException>(Task.WhenAll(requests));
        }

        await Eventually.WaitUntilAsync(() => ended() is Callers);
        backend.BeforeResponse = _ => Task.CompletedTask;
        using var other = new HttpClient { BaseAddress = peer.Address };
        using var response = await GetAsync(other, 1);
        response.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    private static Task<ServiceProcess> StartAsync(string name, Uri backend, params string[] settings) =>
        ServiceProcess.StartAsync(
            name, [$"--Backend:BaseAddress={backend}", .. settings], TestContext.Current.CancellationToken);

    private static Task<HttpResponseMessage> GetAsync(HttpClient client, int id) =>
        client.GetAsync($"/api/customer/{id}", TestContext.Current.CancellationToken);

    /// <summary>Holds the calls of a back-end until their callers end them. Counts both.</summary>
    private static (Func<int> Begun, Func<int> Ended) HoldCalls(CountingBackend backend)
    {
        var (begun, ended) = (0, 0);
        backend.BeforeResponse = async context =>
        {
            if (!context.Request.Path.StartsWithSegments("/api"))
                return;
            Interlocked.Increment(ref begun);
            await Task.Delay(Timeout.Infinite, context.RequestAborted)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Interlocked.Increment(ref ended);
        };
        return (() => Volatile.Read(ref begun), () => Volatile.Read(ref ended));
    }

    /// <summary>Starts a back-end that sends a customer with its length, and an order in chunks of 100 bytes.</summary>
    private async Task<WebApplication> StartRelayAsync()
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        var relay = builder.Build();
        var client = pair.Backend.CreateHttpClient();
        relay.Lifetime.ApplicationStopped.Register(client.Dispose);
        relay.Run(async context =>
        {
            var body = await client.GetByteArrayAsync(context.Request.Path, context.RequestAborted);
            context.Response.ContentLength = context.Request.Path.Value!.Contains("order", StringComparison.Ordinal)
                ? null : body.Length;
            foreach (var chunk in body.Chunk(100))
            {
                await context.Response.Body.WriteAsync(chunk, context.RequestAborted);
                await context.Response.Body.FlushAsync(context.RequestAborted);
            }
        });
        await relay.StartAsync(TestContext.Current.CancellationToken);
        return relay;
    }
}
