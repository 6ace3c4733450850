using BackendApi;
using FrontendApi;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Whatever is sent to either tier is refused with its status, and counted with it.</summary>
public sealed class HostileBodyTests(HostileBodyTests.Pair pair) : IClassFixture<HostileBodyTests.Pair>
{
    private const string Requests = "http_server_request_duration_seconds_count";

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new MatrixTheoryData<string, string>(["front-end", "back-end"], HostileBodies.All.Select(body => body.Name));
            return new(cases.Select(each => each.Data));
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Body_Hostile_IsRefusedWithItsStatusAndCounted(string tier, string name)
    {
        var body = HostileBodies.All.Single(body => body.Name == name);
        var before = await pair.CountAsync(tier, body.Status);

        await ShouldBeRefused(tier, body);

        await pair.CountedAsync(tier, body.Status, before + 1);
    }

    /// <summary>All at once: each is waited for.</summary>
    [Fact]
    public async Task Body_Slow_IsRefusedWithItsStatusAndCounted()
    {
        await Task.WhenAll(HostileBodies.Slow.SelectMany(_ => Pair.Paths.Keys, (body, tier) => ShouldBeRefused(tier, body)));

        foreach (var tier in Pair.Paths.Keys)
            await pair.CountedAsync(tier, 408, HostileBodies.Slow.Count);
    }

    private async Task ShouldBeRefused(string tier, HostileBody body)
    {
        var (status, type, answer) = await RawPost.SendAsync(
            pair.AddressOf(tier), Pair.Paths[tier], body, TestContext.Current.CancellationToken);

        // Kestrel answers nobody who says that nothing more comes; it counts him all the same.
        if (body.IsCutOff && status is 0)
            return;
        status.ShouldBe(body.Status, $"{body.Name}: {answer}");
        type.ShouldBe("application/problem+json", answer);
        answer.ShouldContain($"\"status\":{status}");
        answer.ShouldContain("\"detail\":");
        answer.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
    }

    public sealed class Pair : IAsyncDisposable
    {
        private readonly ServiceFactory<BackendApiMarker> _backend = new(("Data:Customers", "1"));
        private readonly ServiceFactory<BackendApiMarker> _behind = new(("Data:Customers", "1"));
        private readonly ServiceFactory<FrontendApiMarker> _frontend;

        /// <summary>The back-end that is asked is not the one behind the front-end, so that each counts its own.</summary>
        public Pair() => _frontend = new(("Backend:BaseAddress", _behind.Address.ToString()));

        internal static IReadOnlyDictionary<string, string> Paths { get; } =
            new Dictionary<string, string> { ["front-end"] = "/ingest/event", ["back-end"] = "/ingest/data" };

        public Uri AddressOf(string tier) => tier is "front-end" ? _frontend.Address : _backend.Address;

        public async Task<double> CountAsync(string tier, int status) => Exposition.Parse(await MetricsAsync(tier))
            .Sum(Requests, $"http_route=\"{Paths[tier]}\"", $"http_response_status_code=\"{status}\"");

        /// <summary>A request is counted just after its answer, so it is looked for some times.</summary>
        public async Task CountedAsync(string tier, int status, double count)
        {
            for (var look = 0; look < 500 && await CountAsync(tier, status) < count; look++)
                TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            (await CountAsync(tier, status)).ShouldBe(count, await MetricsAsync(tier));
        }

        private async Task<string> MetricsAsync(string tier) =>
            (tier is "front-end" ? await _frontend.GetAsync("/metrics") : await _backend.GetAsync("/metrics")).Body;

        public async ValueTask DisposeAsync()
        {
            await _frontend.DisposeAsync();
            await _behind.DisposeAsync();
            await _backend.DisposeAsync();
        }
    }
}
