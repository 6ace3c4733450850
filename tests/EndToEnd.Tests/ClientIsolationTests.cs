namespace EndToEnd.Tests;

/// <summary>Tests that a request to the back-end carries nothing of an earlier one, and goes nowhere else.</summary>
public sealed class ClientIsolationTests
{
    /// <summary>All strategies together: most share the handler that would keep the cookies.</summary>
    [Theory]
    [InlineData("factory")]
    [InlineData("shared")]
    public async Task BackendSetsCookies_GetCustomersWithEachStrategy_NoRequestHasOne(string client)
    {
        await using var pair = new CountedPair();
        var sent = new ConcurrentQueue<string>();
        pair.Backend.BeforeResponse = context =>
        {
            sent.Enqueue($"{context.Request.Headers.Cookie}");
            context.Response.Headers.SetCookie = "session=user-1; Path=/";
            return Task.CompletedTask;
        };

        foreach (var strategy in StrategyCatalog.All)
        {
            var flags = $"strategy={strategy.Name}{(strategy is WebClientStrategy ? "" : $"&client={client}")}";
            await pair.GetTextAsync(1, flags);
            await pair.GetTextAsync(2, flags);
        }

        sent.Distinct().ShouldBe([""]);
        sent.Count.ShouldBeGreaterThanOrEqualTo(2 * StrategyCatalog.All.Count);
    }

    /// <summary>The runtime reads the variables once, so that the front-end is a new process.</summary>
    [Slow]
    [Fact]
    public async Task ProxyInTheEnvironment_GetCustomerWithEachStrategy_IsNotUsed()
    {
        await using var backend = new CountingBackend(("Data:Customers", "1"));
        string[] proxies = ["http_proxy", "HTTP_PROXY", "all_proxy"];
        var unusable = proxies.ToDictionary(name => name, _ => "http://127.0.0.1:9");
        unusable["no_proxy"] = unusable["NO_PROXY"] = "";
        await using var frontend = await ServiceProgram.StartAsync(
            "FrontendApi",
            [$"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={backend.Http2Address}"],
            TestContext.Current.CancellationToken, unusable);
        using var client = new HttpClient { BaseAddress = frontend.Address };

        foreach (var path in StrategyCatalog.Names.Select(name => $"/api/customer/1?strategy={name}").Append("/health/ready"))
        {
            using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
            response.StatusCode.ShouldBe(HttpStatusCode.OK, path);
        }
    }
}
