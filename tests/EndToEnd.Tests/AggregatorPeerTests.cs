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

    public static TheoryData<string> Peers => ["MinimalAggregator", "PlainAggregator"];

    [Theory]
    [MemberData(nameof(Peers))]
    public async Task Peer_Customers_AnswersWithSameBytesOverOneConnectionToTheBackend(string name)
    {
        var expected = new List<string>();
        for (var id = 1; id <= Customers; id++)
            expected.Add(await pair.GetTextAsync(id, "strategy=get-from-json"));
        var (calls, connections) = (pair.Backend.Calls, pair.Backend.Connections);
        await using var peer = await ServiceProgram.StartAsync(
            name, [$"--Backend:BaseAddress={pair.Backend.Address}"], TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = peer.Address };

        for (var id = 1; id <= Customers; id++)
        {
            using var response = await client.GetAsync(
                $"/api/customer/{id}", TestContext.Current.CancellationToken);
            response.Content.Headers.ContentType!.ToString().ShouldBe("application/json; charset=utf-8");
            (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
                .ShouldBe(expected[id - 1]);
        }

        (pair.Backend.Calls - calls).ShouldBe(
            expected.Sum(text => 1 + JsonElement.Parse(text).GetProperty("orders").GetArrayLength()));
        (pair.Backend.Connections - connections).ShouldBe(1);
    }
}
