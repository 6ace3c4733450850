using BackendApi.Ingestion;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace BackendApi.Tests.LongOperations;

public sealed class LongOperationTests
{
    private static readonly string[] Kinds = ["sync", "async"];

    public static TheoryData<string> OperationCases => [.. Kinds];

    [Theory]
    [MemberData(nameof(OperationCases))]
    public async Task ValidDuration_Get_ReturnsTheDuration(string kind)
    {
        await using var backend = CreateBackend();

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?MS=1");

        status.ShouldBe(200, body);
        body.ShouldBe("""{"ms":1}""");
    }

    // The test vectors of PBKDF2 with HMAC-SHA-256 for "password" and "salt", in the form of RFC 6070.
    [Theory]
    [InlineData("sync", 1, "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b")]
    [InlineData("async", 1, "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b")]
    [InlineData("sync", 4096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a")]
    [InlineData("async", 4096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a")]
    public async Task NumberOfHashes_Get_ReturnsTheHashAfterThatManyIterations(string kind, int hashes, string hash)
    {
        await using var backend = CreateBackend();

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?ms=0&hashes={hashes}");

        status.ShouldBe(200, body);
        body.ShouldBe($$"""{"ms":0,"hash":"{{hash}}"}""");
    }

    [Theory]
    [InlineData("sync", "ms", "-1")]
    [InlineData("async", "ms", "-1")]
    [InlineData("sync", "ms", "60001")]
    [InlineData("async", "ms", "60001")]
    [InlineData("sync", "hashes", "100001")]
    [InlineData("async", "hashes", "-1")]
    public async Task FlagOutOfBounds_Get_Returns400WithTheBounds(string kind, string flag, string value)
    {
        await using var backend = CreateBackend();

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?{flag}={value}");

        status.ShouldBe(400, body);
        JsonElement.Parse(body).GetProperty("errors").GetProperty(flag)[0].GetString()
            .ShouldStartWith("Valid values: 0 to ");
    }

    [Theory]
    [InlineData("sync", "2s")]
    [InlineData("async", "1.5")]
    [InlineData("async", "")]
    [InlineData("async", "99999999999")]
    public async Task DurationThatIsNoNumber_Get_Returns400(string kind, string ms)
    {
        await using var backend = CreateBackend();

        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?ms={ms}");

        status.ShouldBe(400, body);
        JsonElement.Parse(body).GetProperty("status").GetInt32().ShouldBe(400);
    }

    [Fact]
    public async Task ClientDisconnects_AsyncOperation_IsCancelled() =>
        (await GetStatusAfterDisconnectAsync("/api/long-operation/async?ms=60000"))
            .ShouldBe(StatusCodes.Status499ClientClosedRequest);

    /// <summary>
    /// Nothing interrupts Thread.Sleep, so the thread of a long operation stays blocked after the client has
    /// disconnected.
    /// </summary>
    [Fact]
    public async Task ClientDisconnects_SyncOperation_RunsToTheEnd() =>
        (await GetStatusAfterDisconnectAsync("/api/long-operation/sync?ms=1000")).ShouldBe(StatusCodes.Status200OK);

    [Fact]
    public async Task AsManyBlockingOperationsAsAllowed_GetAnother_Returns503UntilOneHasEnded()
    {
        await using var backend = new ServiceFactory<BackendMetrics>(
            ("Data:Customers", "1"), ("LongOperations:MaxBlocking", "1"));
        var blocking = backend.GetAsync("/api/long-operation/sync?ms=3000");
        await Eventually.WaitUntilAsync(async () => PrometheusText.Parse((await backend.GetAsync("/metrics")).Body)
            .Sum("aspnetcore_rate_limiting_active_request_leases",
                "aspnetcore_rate_limiting_policy=\"blocking-operations\"") is 1);
        using var client = backend.CreateHttpClient();

        using var rejected = await client.GetAsync(
            "/api/long-operation/sync?ms=1", TestContext.Current.CancellationToken);

        ((int)rejected.StatusCode).ShouldBe(503);
        rejected.Headers.RetryAfter!.Delta.ShouldBe(TimeSpan.FromSeconds(1));
        rejected.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
        (await backend.GetAsync("/api/long-operation/async?ms=1")).Status.ShouldBe(200);
        (await blocking).Status.ShouldBe(200);
        (await backend.GetAsync("/api/long-operation/sync?ms=1")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task LongOperationRoutes_OpenApiDocument_ShowsTheFlagsWithBounds()
    {
        await using var backend = CreateBackend();

        var document = JsonElement.Parse((await backend.GetAsync("/openapi/v1.json")).Body);

        foreach (var kind in Kinds)
        {
            var flags = document.GetProperty("paths").GetProperty($"/api/long-operation/{kind}").GetProperty("get")
                .GetProperty("parameters").EnumerateArray().Select(flag => (
                    flag.GetProperty("name").GetString()!.ToLowerInvariant(),
                    flag.GetProperty("schema").GetProperty("maximum").GetInt32(),
                    flag.GetProperty("schema").GetProperty("default").GetInt32()));
            flags.ShouldBe([("ms", 60_000, 2_000), ("hashes", 100_000, 0)]);
        }
    }

    private static ServiceFactory<BackendMetrics> CreateBackend() => new(("Data:Customers", "1"));

    /// <summary>
    /// Disconnects the client while the back-end works, waits until the back-end has noticed the disconnection, and
    /// returns the status with which the back-end ends the request.
    /// </summary>
    private static async Task<int> GetStatusAfterDisconnectAsync(string path)
    {
        var observer = new RequestObserver();
        await using var backend = new ServiceFactory<BackendMetrics>(("Data:Customers", "1"))
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(observer),
        };
        using var client = backend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var response = client.GetAsync(path, disconnect.Token);
        await observer.RequestStarted.WaitAsync(TestContext.Current.CancellationToken);

        await disconnect.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => response);
        await observer.ClientDisconnected.WaitAsync(TestContext.Current.CancellationToken);
        return await observer.RequestCompleted.WaitAsync(TestContext.Current.CancellationToken);
    }

    private sealed class RequestObserver : IStartupFilter
    {
        private readonly TaskCompletionSource _started = new();
        private readonly TaskCompletionSource _disconnected = new();
        private readonly TaskCompletionSource<int> _completed = new();

        public Task RequestStarted => _started.Task;

        public Task ClientDisconnected => _disconnected.Task;

        public Task<int> RequestCompleted => _completed.Task;

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use(async (context, rest) =>
            {
                context.RequestAborted.Register(() => _disconnected.TrySetResult());
                _started.TrySetResult();
                await rest(context);
                _completed.TrySetResult(context.Response.StatusCode);
            });
            next(app);
        };
    }
}
