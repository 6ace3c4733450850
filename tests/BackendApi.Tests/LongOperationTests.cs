namespace BackendApi.Tests;

public sealed class LongOperationTests(PlainBackend backend)
{
    // The test vectors of PBKDF2 with HMAC-SHA-256 for "password" and "salt", in the form of RFC 6070.
    [Theory]
    [InlineData("sync?MS=1", """{"ms":1}""")]
    [InlineData("async?MS=1", """{"ms":1}""")]
    [InlineData("async?ms=0&hashes=1",
        """{"ms":0,"hash":"120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b"}""")]
    [InlineData("sync?ms=0&hashes=4096",
        """{"ms":0,"hash":"c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"}""")]
    public async Task ValidFlags_Get_ReturnsTheDurationAndTheHash(string operation, string expected) =>
        (await backend.GetAsync($"/api/long-operation/{operation}")).ShouldBe((200, expected));

    [Theory]
    [InlineData("sync", "ms", "-1")]
    [InlineData("async", "hashes", "100001")]
    public async Task FlagOutOfBounds_Get_Returns400WithTheBounds(string kind, string flag, string value)
    {
        var (status, body) = await backend.GetAsync($"/api/long-operation/{kind}?{flag}={value}");

        status.ShouldBe(400, body);
        JsonElement.Parse(body).GetProperty("errors").GetProperty(flag)[0].GetString()
            .ShouldStartWith("Valid values: 0 to ");
    }

    /// <summary>
    /// Nothing interrupts Thread.Sleep, so that the thread of a blocking operation works to the end for nobody.
    /// </summary>
    [Theory]
    [InlineData("async?ms=60000", StatusCodes.Status499ClientClosedRequest)]
    [InlineData("sync?ms=1", StatusCodes.Status200OK)]
    public async Task ClientHasDisconnected_Operation_IsCancelledUnlessItBlocks(string operation, int expected)
    {
        var observer = new RequestObserver();
        await using var observed = new ServiceFactory<CustomerStore>(("Data:Customers", "1"))
        {
            ExtraServices = services => services.AddSingleton<IStartupFilter>(observer),
        };
        using var client = observed.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var response = client.GetAsync($"/api/long-operation/{operation}", disconnect.Token);
        await observer.Started.Task.WaitAsync(TestContext.Current.CancellationToken);

        await disconnect.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => response);
        (await observer.Completed.Task.WaitAsync(TestContext.Current.CancellationToken)).ShouldBe(expected);
    }

    /// <summary>Lets a request begin only after its client has disconnected.</summary>
    private sealed class RequestObserver : IStartupFilter
    {
        public TaskCompletionSource Started { get; } = new();

        public TaskCompletionSource<int> Completed { get; } = new();

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use(async (context, rest) =>
            {
                var disconnected = new TaskCompletionSource();
                context.RequestAborted.Register(disconnected.SetResult);
                Started.TrySetResult();
                await disconnected.Task;
                await rest(context);
                Completed.TrySetResult(context.Response.StatusCode);
            });
            next(app);
        };
    }
}
