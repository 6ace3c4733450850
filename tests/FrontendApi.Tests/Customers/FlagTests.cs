using FrontendApi.Customers;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Tests.Customers;

public sealed class FlagTests
{
    public static TheoryData<string> Flags => [.. CustomerFlags.All.Select(flag => flag.Name)];

    [Theory]
    [MemberData(nameof(Flags))]
    public async Task InvalidValue_GetCustomer_Returns400WithEveryValidValue(string name)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{name}=nonsense", 400);

        var flag = CustomerFlags.All.Cast<ChoiceFlag>().Single(flag => flag.Name == name);
        problem.GetProperty("errors").GetProperty(name)[0].GetString()
            .ShouldBe($"Invalid value 'nonsense'. Valid values: {string.Join(", ", flag.Values)}.");
        backend.Requests.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("strategy=", "strategy")]
    [InlineData("strategy=get-from-json&strategy=read-as-async", "strategy")]
    [InlineData("strategy=get-from-json&STRATEGY=read-as-async", "strategy")]
    [InlineData("stratgey=read-as-async", "stratgey")]
    [InlineData("strategy=GET-FROM-JSON", "strategy")]
    public async Task InvalidFlag_GetCustomer_Returns400(string query, string flag)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{query}", 400);

        problem.GetProperty("errors").TryGetProperty(flag, out _).ShouldBeTrue(problem.GetRawText());
    }

    [Fact]
    public async Task SeveralInvalidFlags_GetCustomer_Returns400WithAnErrorForEachFlag()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync(
            "/api/customer/1?strategy=x&client=y&fanout=z&resilience=w&v=1", 400);

        problem.GetProperty("errors").EnumerateObject().Select(error => error.Name)
            .ShouldBe(["strategy", "client", "fanout", "resilience", "v"], ignoreOrder: true);
    }

    [Theory]
    [MemberData(nameof(StrategyData.WebClientStrategies), MemberType = typeof(StrategyData))]
    public async Task WebClientStrategyWithFlagsOfHttpClient_GetCustomer_Returns400(string strategy)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync(
            $"/api/customer/1?strategy={strategy}&http=2&compression=gzip", 400);

        var errors = problem.GetProperty("errors");
        errors.GetProperty("http")[0].GetString()!.ShouldContain("owns its client");
        errors.GetProperty("compression")[0].GetString()!.ShouldContain("owns its client");
    }

    [Fact]
    public async Task FramingOfGrpcWithCompression_GetCustomer_Returns400()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync(
            "/api/customer/1?strategy=protobuf-grpc-framing&compression=gzip", 400);

        problem.GetProperty("errors").GetProperty("compression")[0].GetString()!.ShouldContain("encodings of HTTP");
    }

    [Fact]
    public async Task FramingOfGrpcWithCompressionConfigured_GetCustomer_AsksForNoEncoding()
    {
        var encodings = new List<string>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            encodings.Add(context.Request.Headers.AcceptEncoding.ToString());
            return BackendDocuments.SendAsync(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:Compression", "gzip"));

        (await frontend.GetAsync("/api/customer/1?strategy=protobuf-grpc-framing")).Status.ShouldBe(200);

        encodings.ShouldBe(["", "", "", ""]);
    }

    [Theory]
    [InlineData("2")]
    [InlineData("2-multi")]
    public async Task BackendWithoutAddressForHttp2_GetCustomer_Returns400WithTheSetting(string http)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?http={http}", 400);

        problem.GetProperty("errors").GetProperty("http")[0].GetString()!.ShouldContain("Set Backend:Http2Address");
    }

    [Theory]
    [MemberData(nameof(StrategyData.WebClientStrategies), MemberType = typeof(StrategyData))]
    public async Task WebClientStrategyWithClientFlag_GetCustomer_Returns400(string strategy)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}&Client=shared", 400);

        problem.GetProperty("errors").GetProperty("client")[0].GetString()!.ShouldContain("owns its client");
    }

    [Fact]
    public async Task FlagNamesInOtherCase_GetCustomer_AreAccepted()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address);

        (await frontend.GetAsync("/api/customer/1?Strategy=read-as-async&FANOUT=parallel")).Status.ShouldBe(200);

        (await frontend.GetMetricsAsync()).Sum("http_server_request_duration_seconds_count",
            "strategy=\"read-as-async\"", "fanout=\"parallel\"").ShouldBe(1);
    }

    [Fact]
    public async Task DefaultsConfigured_GetCustomerWithoutFlags_UsesTheDefaults()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address,
            ("Client:Strategy", "headers-read-stj"), ("Client:Lifetime", "per-request"), ("Client:FanOut", "parallel"),
            ("Client:Resilience", "standard"));

        (await frontend.GetAsync("/api/customer/1")).Status.ShouldBe(200);

        (await frontend.GetMetricsAsync()).Sum("http_server_request_duration_seconds_count",
            "strategy=\"headers-read-stj\"", "client_lifetime=\"per-request\"", "fanout=\"parallel\"",
            "resilience=\"standard\"").ShouldBe(1);
    }
}
