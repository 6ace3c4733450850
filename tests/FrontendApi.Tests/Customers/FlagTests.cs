using FrontendApi.Flags;

namespace FrontendApi.Tests.Customers;

public sealed class FlagTests
{
    public static TheoryData<string> Flags => [.. Flag.OfCustomers.Select(flag => flag.Name)];

    [Theory]
    [MemberData(nameof(Flags))]
    public async Task Flag_BadValue_Is400WithEveryGoodValue(string name)
    {
        await using var backend = await StubBackend.StartAsync(Documents.Send);
        await using var frontend = new Frontend(backend.Address);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{name}=nonsense", 400);

        var mistake = problem.GetProperty("errors").GetProperty(name)[0].GetString()!;
        foreach (var value in Flag.OfCustomers.Single(flag => flag.Name == name).Values)
            mistake.ShouldContain(value);
        backend.Requests.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("strategy=", "strategy")]
    [InlineData("strategy=get-from-json&strategy=read-as-async", "strategy")]
    [InlineData("stratgey=read-as-async", "stratgey")]
    [InlineData("strategy=GET-FROM-JSON", "strategy")]
    public async Task Flags_NotUsable_Are400(string query, string flag)
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{query}", 400);

        problem.GetProperty("errors").TryGetProperty(flag, out _).ShouldBeTrue(problem.GetRawText());
    }

    [Fact]
    public async Task Flags_SeveralBad_AllAreNamedAtOnce()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var problem = await frontend.GetProblemAsync("/api/customer/1?strategy=x&client=y&fanout=z&resilience=w&v=1", 400);

        problem.GetProperty("errors").EnumerateObject().Select(error => error.Name)
            .ShouldBe(["strategy", "client", "fanout", "resilience", "v"], ignoreOrder: true);
    }

    [Theory]
    [MemberData(nameof(Catalog.WebClientStrategies), MemberType = typeof(Catalog))]
    public async Task WebClientStrategy_WithClient_Is400(string strategy)
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}&client=shared", 400);

        problem.GetProperty("errors").GetProperty("client")[0].GetString()!.ShouldContain("owns its client");
    }

    [Fact]
    public async Task Configuration_Defaults_HoldWhereTheCallerDoesNotSay()
    {
        await using var backend = await StubBackend.StartAsync(Documents.Send);
        await using var frontend = new Frontend(backend.Address,
            ("Client:Strategy", "headers-read-stj"), ("Client:Lifetime", "per-request"), ("Client:FanOut", "parallel"),
            ("Client:Resilience", "standard"));

        (await frontend.GetAsync("/api/customer/1")).Status.ShouldBe(200);

        (await frontend.MetricsAsync()).Sum("http_server_request_duration_seconds_count", "strategy=\"headers-read-stj\"",
            "client_lifetime=\"per-request\"", "fanout=\"parallel\"", "resilience=\"standard\"").ShouldBe(1);
    }
}
