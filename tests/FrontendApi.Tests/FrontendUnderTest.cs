namespace FrontendApi.Tests;

/// <summary>The front-end under test, in front of a back-end that the test controls.</summary>
internal sealed class FrontendUnderTest(string backend, params (string Key, string Value)[] settings)
    : ServiceFactory<FrontendMetrics>([("Backend:BaseAddress", backend), .. settings])
{
    public const string NoBackend = "http://127.0.0.1:1";

    private StubBackend? _backend;

    public ConcurrentQueue<string> Requests => _backend!.Requests;

    public int ActiveCalls => _backend!.ActiveCalls;

    /// <summary>Starts a front-end with a back-end of its own, which responds as given.</summary>
    public static Task<FrontendUnderTest> StartAsync(RequestDelegate respond, params (string, string)[] settings) =>
        StartAsync(respond, _ => { }, settings);

    public static async Task<FrontendUnderTest> StartAsync(
        RequestDelegate respond,
        Action<IServiceCollection> services,
        (string, string)[] settings,
        HttpProtocols protocols = HttpProtocols.Http1)
    {
        var backend = await StubBackend.StartAsync(respond, protocols);
        return new(backend.Address, [("Backend:Http2Address", backend.Address), .. settings])
        {
            _backend = backend,
            ExtraServices = services,
        };
    }

    public void Use(RequestDelegate respond) => _backend!.Use(respond);

    public async Task<string> GetBodyAsync(string path)
    {
        var (status, body) = await GetAsync(path);
        status.ShouldBe(200, body);
        return body;
    }

    /// <summary>Gets a response, and asserts that it is a problem document with the given status and title.</summary>
    public async Task<JsonElement> GetProblemAsync(string path, int status, string? title = null)
    {
        using var client = CreateHttpClient();
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(status, body);
        (response.Content.Headers.ContentType?.MediaType).ShouldBe("application/problem+json", body);
        body.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
        var problem = JsonElement.Parse(body);
        problem.GetProperty("status").GetInt32().ShouldBe(status);
        problem.GetProperty("title").GetString().ShouldBe(title ?? problem.GetProperty("title").GetString(), body);
        return problem;
    }

    /// <summary>Waits for a count, because a request is counted only after its caller has the response.</summary>
    public Task WaitForRequestsAsync(int requests, params string[] labels) => Eventually.WaitUntilAsync(
        async () => await SumAsync("http_server_request_duration_seconds_count", labels) == requests,
        expression: $"{requests} requests with {string.Join(' ', labels)}");

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_backend is not null)
            await _backend.DisposeAsync();
    }
}
