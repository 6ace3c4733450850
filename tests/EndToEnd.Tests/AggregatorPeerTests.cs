namespace EndToEnd.Tests;

/// <summary>
/// Tests that the aggregators of experiments/programs give the same answers as the front-end. Otherwise, their costs could not be
/// compared.
/// </summary>
[Slow]
[TimeLimit(120)]
public sealed class AggregatorPeerTests(CountedPair pair) : IClassFixture<CountedPair>
{
    private const int Customers = 40;
    private const int Callers = 5;

    public static TheoryData<string> Peers => ["MinimalAggregator", "PlainAggregator"];

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
}
