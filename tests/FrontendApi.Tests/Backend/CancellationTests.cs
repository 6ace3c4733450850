namespace FrontendApi.Tests.Backend;

public sealed class CancellationTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    [Theory]
    [MemberData(nameof(StrategyData.HttpClientStrategies), MemberType = typeof(StrategyData))]
    public async Task CallerDisconnects_HttpClientStrategy_CancelsTheCall(string strategy)
    {
        var (received, disconnected) = (new TaskCompletionSource(), new TaskCompletionSource());
        var frontend = await frontends.GetAsync(
            Respond.AfterDisconnect(received, disconnected), StrategyData.GetProtocols(strategy));

        await DisconnectAfterAsync(received.Task, frontend, strategy);

        await disconnected.Task.WaitAsync(TestContext.Current.CancellationToken);
        frontend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(StrategyData.WebClientStrategies), MemberType = typeof(StrategyData))]
    public async Task CallerDisconnects_WebClientStrategy_DoesNotCancelTheCall(string strategy)
    {
        var (received, noticed) = (new TaskCompletionSource(), new TaskCompletionSource());
        var wasAborted = new TaskCompletionSource<bool>();
        await using var frontend = await FrontendUnderTest.StartAsync(
            async context =>
            {
                received.SetResult();
                await noticed.Task;
                await BackendDocuments.SendAsync(context);
                wasAborted.SetResult(context.RequestAborted.IsCancellationRequested);
            },
            services => services.AddSingleton<IStartupFilter>(new DisconnectObserver(noticed.SetResult)),
            []);

        await DisconnectAfterAsync(received.Task, frontend, strategy);

        (await wasAborted.Task.WaitAsync(TestContext.Current.CancellationToken))
            .ShouldBeFalse("the call ran to its end");
    }

    [Theory]
    [InlineData("get-from-json")]
    [InlineData("string-jsonconvert")]
    [InlineData("refit")]
    public async Task OneOfParallelCallsFails_GetCustomer_EndsTheOthers(string strategy)
    {
        using var others = new CountdownEvent(2);
        await using var frontend = await FrontendUnderTest.StartAsync(Respond.WithOrders(async context =>
        {
            if (!context.Request.Path.Value!.EndsWith("/12", StringComparison.Ordinal))
            {
                others.Signal();
                await Respond.Never(context);
            }

            await Eventually.WaitUntilAsync(() => others.IsSet);
            await Respond.WithStatus(500)(context);
        }));

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}&fanout=parallel", 502, "The back-end failed");

        const string Calls = "backend_call_duration_seconds_count";
        (await frontend.SumAsync(Calls, "operation=\"order\"", "outcome=\"error_status\"")).ShouldBe(1);
        (await frontend.SumAsync(Calls, "operation=\"order\"", "outcome=\"cancelled\"")).ShouldBe(2);
    }

    private static async Task DisconnectAfterAsync(Task received, FrontendUnderTest frontend, string strategy)
    {
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var response = client.GetAsync($"/api/customer/1?strategy={strategy}", disconnect.Token);
        await received.WaitAsync(TestContext.Current.CancellationToken);
        await disconnect.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => response);
    }

    private sealed class DisconnectObserver(Action disconnected) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, rest) =>
            {
                context.RequestAborted.Register(disconnected);
                return rest(context);
            });
            next(app);
        };
    }
}
