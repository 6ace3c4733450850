using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests.Backend;

public sealed class LimitTests
{
    [Theory]
    [MemberData(nameof(Catalog.Strategies), MemberType = typeof(Catalog))]
    public async Task MaxConnectionsPerServer_ForAnyStrategy_HoldsForAllRequestsTogether(string strategy) =>
        (await MostAtOnce($"strategy={strategy}&fanout=parallel")).ShouldBe(2);

    [Fact]
    public async Task MaxConnectionsPerServer_ForASharedClient_HoldsForAllRequestsTogether() =>
        (await MostAtOnce("client=shared&fanout=parallel")).ShouldBe(2);

    [Fact]
    public async Task MaxConnectionsPerServer_ForAClientPerRequest_HoldsForEachRequestAlone() =>
        (await MostAtOnce("client=per-request&fanout=parallel")).ShouldBeInRange(3, 8);

    /// <summary>The most calls that the back-end had at once, of four callers, each with a client that may open two.</summary>
    private static async Task<int> MostAtOnce(string flags)
    {
        var gauge = new Gauge();
        await using var backend = await StubBackend.StartAsync(gauge.Answer);
        await using var frontend = new Frontend(backend.Address, ("Client:MaxConnectionsPerServer", "2"));

        var answers = await Task.WhenAll(Enumerable.Range(1, 4).Select(id => frontend.GetAsync($"/api/customer/{id}?{flags}")));

        answers.ShouldAllBe(answer => answer.Status == 200);
        return gauge.Most;
    }

    private sealed class Gauge
    {
        private readonly Lock _lock = new();
        private int _now;

        public int Most { get; private set; }

        public async Task Answer(HttpContext context)
        {
            lock (_lock)
                Most = Math.Max(Most, ++_now);
            // Long enough for every call that is allowed to arrive while this one is here.
            await Task.Delay(TimeSpan.FromMilliseconds(30), context.RequestAborted);
            lock (_lock)
                _now--;
            await Documents.Send(context);
        }
    }
}
