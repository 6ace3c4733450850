using FrontendApi.Caching;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace FrontendApi.Tests.Caching;

/// <summary>
/// Tests of the query flag cache with one request after the other. A customer with its three orders takes four calls.
/// </summary>
[TimeLimit(60)]
public sealed class CacheTests
{
    private const int Calls = 4;
    private const string RequestCount = "http_server_request_duration_seconds_count";

    private static readonly (string, string) KeepLong = ("Cache:TimeToLive", "01:00:00");

    [Theory]
    [InlineData(CacheMode.None, Calls)]
    [InlineData(CacheMode.Memory, 0)]
    [InlineData(CacheMode.Coalescing, Calls)]
    [InlineData(CacheMode.Output, 0)]
    public async Task SameRequestAgain_GetCustomer_MakesCallsOnlyIfNothingIsKept(string cache, int callsAgain)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, KeepLong);

        var first = await GetAsync(frontend, $"/api/customer/1?cache={cache}");
        var second = await GetAsync(frontend, $"/api/customer/1?cache={cache}");

        first.Timing.ShouldEndWith("desc=\"4 calls\"");
        second.Timing.ShouldEndWith($"desc=\"{callsAgain} calls\"");
        second.Body.ShouldBe(first.Body);
        backend.Requests.Count.ShouldBe(Calls + callsAgain);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_call_duration_seconds_count").ShouldBe(Calls + callsAgain);
        metrics.Sum(RequestCount, "strategy=\"get-from-json\"", "fanout=\"sequential\"").ShouldBe(2);
        metrics.Sum(RequestCount, $"cache=\"{cache}\"").ShouldBe(cache is CacheMode.None ? 0 : 2);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Output)]
    public async Task DefaultConfigured_GetCustomerTwice_MakesCallsOnce(string cache)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, KeepLong, ("Client:Cache", cache));

        await GetAsync(frontend, "/api/customer/1");
        await GetAsync(frontend, "/api/customer/1");

        backend.Requests.Count.ShouldBe(Calls);
        await GetAsync(frontend, "/api/customer/1?cache=none");
        backend.Requests.Count.ShouldBe(2 * Calls);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Output)]
    public async Task OtherFlagsOrCustomer_GetCustomer_FindNothingKept(string cache)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, KeepLong);
        string[] requests =
        [
            $"1?cache={cache}", $"2?cache={cache}", $"1?cache={cache}&strategy=read-as-async",
            $"1?cache={cache}&client=shared", $"1?cache={cache}&fanout=parallel",
            $"1?cache={cache}&resilience=standard",
        ];

        foreach (var request in requests)
            await GetAsync(frontend, $"/api/customer/{request}");

        backend.Requests.Count.ShouldBe(requests.Length * Calls);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Output)]
    public async Task OtherFaultsPassedOn_GetCustomer_FindNothingKept(string cache)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, KeepLong, ("Faults:PassOn", "true"));
        using var client = frontend.CreateHttpClient();
        string[] faults = ["{}", "{\"errorShare\":0}", "{}"];

        foreach (var fault in faults)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/customer/1?cache={cache}");
            request.Headers.Add("X-Faults", fault);
            using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
            response.EnsureSuccessStatusCode();
        }

        backend.Requests.Count.ShouldBe(2 * Calls);
    }

    [Fact]
    public async Task TimeToLiveElapsed_GetCustomerFromMemory_ReadsDocumentsAgain()
    {
        var time = new ManualTime();
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Cache:TimeToLive", "00:00:10"))
        {
            ExtraServices = services => services.AddSingleton<TimeProvider>(time),
        };

        await GetAsync(frontend, "/api/customer/1?cache=memory");
        time.Advance(TimeSpan.FromSeconds(9));
        await GetAsync(frontend, "/api/customer/1?cache=memory");
        backend.Requests.Count.ShouldBe(Calls);
        time.Advance(TimeSpan.FromSeconds(1));
        await GetAsync(frontend, "/api/customer/1?cache=memory");

        backend.Requests.Count.ShouldBe(2 * Calls);
    }

    [Fact]
    public async Task TimeToLiveElapsed_GetCustomerFromOutputCache_ReadsDocumentsAgain()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Cache:TimeToLive", "00:00:00.010"));

        await Eventually.WaitUntilAsync(async () =>
        {
            await GetAsync(frontend, "/api/customer/1?cache=output");
            return backend.Requests.Count >= 2 * Calls;
        });
    }

    [Fact]
    public async Task MaxDocumentsReached_GetCustomerFromMemory_ReadsOtherDocumentsAgain()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, KeepLong, ("Cache:MaxDocuments", "1"));

        await GetAsync(frontend, "/api/customer/1?cache=memory");
        await GetAsync(frontend, "/api/customer/1?cache=memory");

        backend.Requests.Count.ShouldBeInRange((2 * Calls) - 1, 2 * Calls);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Coalescing)]
    [InlineData(CacheMode.Output)]
    public async Task BackendFailedBefore_GetCustomer_Returns200(string cache)
    {
        var fails = true;
        await using var backend = await StubBackend.StartAsync(context =>
        {
            if (!fails)
                return BackendDocuments.SendAsync(context);
            context.Response.StatusCode = StatusCodes.Status500InternalServerError;
            return Task.CompletedTask;
        });
        await using var frontend = new FrontendUnderTest(backend.Address, KeepLong);

        await frontend.GetProblemAsync($"/api/customer/1?cache={cache}", 502);
        await frontend.GetProblemAsync($"/api/customer/1?cache={cache}", 502);
        backend.Requests.Count.ShouldBe(2);
        fails = false;

        await GetAsync(frontend, $"/api/customer/1?cache={cache}");
        (await frontend.GetMetricsAsync()).Sum(
            RequestCount, $"cache=\"{cache}\"", "http_response_status_code=\"502\"").ShouldBe(2);
    }

    [Fact]
    public async Task InvalidFlagWithOutputCache_GetCustomer_Returns400()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync("/api/customer/1?cache=output&strategy=nonsense", 400);

        problem.GetProperty("errors").TryGetProperty("strategy", out _).ShouldBeTrue();
    }

    private static async Task<(string Body, string Timing)> GetAsync(FrontendUnderTest frontend, string path)
    {
        using var client = frontend.CreateHttpClient();
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(200, body);
        return (body, response.Headers.GetValues("Server-Timing").Single());
    }
}
