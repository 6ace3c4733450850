namespace FrontendApi.Tests.Backend;

/// <summary>Tests the query flag resilience. A customer with its three orders takes four calls.</summary>
public sealed class ResilienceTests
{
    private const string Attempts = "http_client_request_duration_seconds_count";
    private const string Calls = "backend_call_duration_seconds_count";
    private const string Path = "/api/customer/1?resilience=";

    /// <summary>Every mode that sends again, each lifetime and each kind of HttpClient strategy.</summary>
    [Theory]
    [InlineData("standard", "per-request", "string-jsonconvert")]
    [InlineData("hedging", "shared", "get-from-json")]
    [InlineData("budget", "factory", "get-stream-stj")]
    public async Task OneFailure_GetCustomer_SendsAgainAndCountsBothAttempts(
        string mode, string client, string strategy)
    {
        // Hedging waits only for a response that does not come.
        await using var frontend = await StartAsync(
            Respond.AtFirst(Respond.WithStatus(503)), isHurried: mode is not "hedging");

        await frontend.GetBodyAsync($"{Path}{mode}&client={client}&strategy={strategy}");

        frontend.Requests.Count.ShouldBe(5);
        (await frontend.SumAsync(Attempts, "http_response_status_code=\"503\"")).ShouldBe(1);
        (await frontend.SumAsync(Attempts, "http_response_status_code=\"200\"", $"strategy=\"{strategy}\"")).ShouldBe(4);
        (await frontend.SumAsync(Calls)).ShouldBe(4, "An attempt and its repetitions are one call.");
    }

    [Fact]
    public async Task RepeatedFailure_GetCustomer_IsSentAsOftenAsTheModeAllows()
    {
        (string Mode, int Status, int Requests)[] expected =
        [
            ("none", 503, 1), ("standard", 404, 1), ("standard", 500, 4), ("budget", 400, 1), ("budget", 408, 4),
            ("budget", 429, 4), ("hedging", 404, 1), ("hedging", 429, 2),
        ];
        await using var hurried = await StartAsync(Respond.WithStatus(500), isHurried: true);
        await using var unhurried = await StartAsync(Respond.WithStatus(500), isHurried: false);

        foreach (var (mode, status, requests) in expected)
        {
            var frontend = mode is "hedging" ? unhurried : hurried;
            frontend.Use(Respond.WithStatus(status));

            await frontend.GetProblemAsync(Path + mode, status is 404 ? 404 : 502);

            frontend.Requests.Count.ShouldBe(requests, $"{mode} and status {status}");
        }

        hurried.Use(Respond.WithBody("}{"));
        await hurried.GetProblemAsync($"{Path}standard&strategy=get-stream-stj", 502, BackendFault.InvalidTitle);
        hurried.Requests.Count.ShouldBe(1, "A handler sees the headers of a response, and no body.");
    }

    /// <summary>
    /// 40 calls allow 4 retries by the budget, and the reserve allows 10 more. The last token is not whole yet.
    /// </summary>
    [Theory]
    [InlineData("budget", 53)]
    [InlineData("hedging", 80)]
    public async Task AllCallsFail_FortyGets_CallTheBackendAsOftenAsTheModeAllows(string mode, int requests)
    {
        await using var frontend = await StartAsync(Respond.WithStatus(500), isHurried: true);

        for (var i = 0; i < 40; i++)
            await frontend.GetProblemAsync(Path + mode, 502);

        frontend.Requests.Count.ShouldBe(requests);
    }

    /// <summary>
    /// The circuit needs a hundred attempts to open. The alert needs a series that was 0 before, and that the library
    /// names as the registry of metrics does.
    /// </summary>
    [Theory]
    [InlineData("standard", "backend-1.1-standard-standard")]
    [InlineData("hedging", "backend-1.1-hedging-standard-hedging-endpoint")]
    public async Task AllCallsFail_HundredAttempts_OpenTheCircuitForEveryLifetimeOfTheModeAndAreCounted(
        string mode, string pipeline)
    {
        await using var frontend = await StartAsync(Respond.WithStatus(500), isHurried: true);
        var before = await FindOpeningsAsync(frontend);
        while (frontend.Requests.Count < 100)
            await frontend.GetAsync(Path + mode);
        using var client = frontend.CreateHttpClient();
        string[] others = ["client=factory", "client=shared", "client=per-request"];

        foreach (var flags in others)
        {
            using var response = await client.GetAsync($"{Path}{mode}&{flags}", TestContext.Current.CancellationToken);
            ((int)response.StatusCode).ShouldBe(503, flags);
            response.Headers.RetryAfter!.Delta!.Value.TotalSeconds.ShouldBeInRange(1, 5);
        }

        frontend.Requests.Count.ShouldBe(100);
        (await frontend.SumAsync(Calls, "outcome=\"not_sent\"")).ShouldBe(3);
        var after = await FindOpeningsAsync(frontend);
        after.Keys.ShouldBe(before.Keys, ignoreOrder: true);
        after.Single(series => series.Key.Contains($"\"{pipeline}\"", StringComparison.Ordinal)).Value
            .ShouldBeGreaterThan(0);
        await frontend.GetProblemAsync(Path + "none", 502);
    }

    [Fact]
    public async Task HedgingAndNoResponse_GetCustomer_ReturnsTheSecondAttempts()
    {
        var seen = new ConcurrentDictionary<string, bool>();
        await using var frontend = await StartAsync(
            context =>
                seen.TryAdd(context.Request.Path, true) ? Respond.Never(context) : BackendDocuments.SendAsync(context),
            isHurried: true);

        await frontend.GetBodyAsync($"{Path}hedging");

        frontend.Requests.Count.ShouldBe(8);
        (await frontend.SumAsync(Calls)).ShouldBe(4);
        await Eventually.WaitUntilAsync(async () => await frontend.SumAsync(
            Attempts, "error_type=\"no_response\"", "http_response_status_code=\"\"") is 4);
    }

    /// <summary>
    /// The library copies the version of a request and not its policy, so that a hedge would fall back to HTTP/1.1. The
    /// answer to the hedge of gRPC is the status NOT_FOUND.
    /// </summary>
    [Theory]
    [InlineData("http=2", 200)]
    [InlineData("http=2-multi", 200)]
    [InlineData("strategy=grpc", 404)]
    public async Task HedgingOverHttp2AndNoResponse_GetCustomer_ReturnsTheSecondAttempt(string flags, int status)
    {
        var seen = new ConcurrentDictionary<string, bool>();
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                if (seen.TryAdd(context.Request.Path, true))
                    return Respond.Never(context);
                if (context.Request.Method is "GET")
                    return BackendDocuments.SendAsync(context);
                context.Response.ContentType = "application/grpc";
                context.Response.Headers["grpc-status"] = "5";
                return Task.CompletedTask;
            },
            services => services.AddSingleton<TimeProvider>(new HurriedTime()), [], HttpProtocols.Http2);

        var (actual, body) = await frontend.GetAsync($"{Path}hedging&{flags}");

        actual.ShouldBe(status, body);
        frontend.Requests.Count.ShouldBe(2 * seen.Count);
    }

    [Theory]
    [InlineData("hedging", false)]
    [InlineData("budget", true)]
    public async Task CallWithItsRetriesTakesTooLong_GetCustomer_Returns504AtTheTimeLimit(
        string mode, bool isTurnedAway)
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                context.Response.Headers.RetryAfter = "60";
                return isTurnedAway ? Respond.WithStatus(503)(context) : Respond.Never(context);
            },
            BackendFault.ShortTimeLimit);

        await frontend.GetProblemAsync(Path + mode, 504, BackendFault.TooSlowTitle);

        (await frontend.SumAsync(Calls, "outcome=\"timeout\"")).ShouldBe(1);
    }

    private static async Task<Dictionary<string, double>> FindOpeningsAsync(FrontendUnderTest frontend) =>
        PrometheusText.Parse((await frontend.GetAsync("/metrics")).Body)
            .FindSeries("resilience_polly_strategy_events_total", "event_name=\"OnCircuitOpened\"")
            .ToDictionary(series => series.Key, series => series.Value);

    /// <summary>Starts a front-end that, if it is hurried, does not wait before it sends a request again.</summary>
    private static Task<FrontendUnderTest> StartAsync(
        RequestDelegate respond, bool isHurried) => FrontendUnderTest.StartAsync(
        respond, services => services.AddSingleton(isHurried ? new HurriedTime() : TimeProvider.System), []);
}
