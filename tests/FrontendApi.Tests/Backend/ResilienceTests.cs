namespace FrontendApi.Tests.Backend;

/// <summary>Tests the query flag resilience. A customer with its three orders takes four calls.</summary>
public sealed class ResilienceTests
{
    private const string Attempts = "http_client_request_duration_seconds_count";
    private const string Calls = "backend_call_duration_seconds_count";
    private const string BreakerCircuit = "circuit=\"backend-1.1-breaker\"";
    private const string Path = "/api/customer/1?resilience=";

    /// <summary>Every mode that sends again, each lifetime and each kind of HttpClient strategy.</summary>
    [Theory]
    [InlineData("standard", "per-request", "string-jsonconvert")]
    [InlineData("hedging", "shared", "get-from-json")]
    [InlineData("retry", "factory", "get-stream-stj")]
    [InlineData("budget", "shared", "get-stream-stj")]
    [InlineData("hedging-budget", "factory", "get-from-json")]
    public async Task OneFailure_GetCustomer_SendsAgainAndCountsBothAttempts(
        string mode, string client, string strategy)
    {
        // Hedging waits only for a response that does not come.
        await using var frontend = await StartAsync(
            Respond.AtFirst(Respond.WithStatus(503)), isHurried: !mode.StartsWith("hedging", StringComparison.Ordinal));

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
            ("none", 503, 1), ("breaker", 503, 1), ("standard", 404, 1), ("retry", 400, 1), ("retry", 408, 3),
            ("budget", 429, 3), ("standard", 500, 4), ("hedging", 404, 1), ("hedging", 429, 2),
        ];
        await using var hurried = await StartAsync(
            Respond.WithStatus(500), isHurried: true, ("Resilience:Retries", "2"));
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
    /// 40 calls allow 4 retries by the default budget, or 3 hedges, and the reserve allows 10 more. The last token is
    /// not whole yet.
    /// </summary>
    [Theory]
    [InlineData("retry", 160)]
    [InlineData("budget", 53)]
    [InlineData("hedging", 80)]
    [InlineData("hedging-budget", 53)]
    public async Task AllCallsFail_FortyGets_CallTheBackendAsOftenAsTheModeAllows(string mode, int requests)
    {
        await using var frontend = await StartAsync(
            Respond.WithStatus(500), isHurried: !mode.StartsWith("hedging", StringComparison.Ordinal));

        for (var i = 0; i < 40; i++)
            await frontend.GetProblemAsync(Path + mode, 502);

        frontend.Requests.Count.ShouldBe(requests);
    }

    [Fact]
    public async Task CircuitOpen_GetCustomer_Returns503WithRetryAfterForEveryLifetimeOfTheMode()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(Respond.WithStatus(500),
            ("Resilience:MinimumThroughput", "2"), ("Resilience:SamplingDuration", "00:10:00"),
            ("Resilience:BreakDuration", "00:10:00"));
        await frontend.GetProblemAsync(Path + "breaker", 502);
        await frontend.GetProblemAsync(Path + "breaker", 502);
        using var client = frontend.CreateHttpClient();
        string[] others = ["client=factory", "client=shared", "client=per-request"];

        foreach (var flags in others)
        {
            using var response = await client.GetAsync($"{Path}breaker&{flags}", TestContext.Current.CancellationToken);
            ((int)response.StatusCode).ShouldBe(503, flags);
            response.Headers.RetryAfter!.Delta!.Value.TotalMinutes.ShouldBeInRange(1, 10);
        }

        frontend.Requests.Count.ShouldBe(2);
        (await frontend.SumAsync("backend_circuit_state", BreakerCircuit)).ShouldBe(1);
        (await frontend.SumAsync(Calls, "outcome=\"not_sent\"")).ShouldBe(3);
        await frontend.GetProblemAsync(Path + "none", 502);
    }

    /// <summary>A caller that left says nothing of a back-end that it gave no time.</summary>
    [Theory]
    [InlineData(1_000, 1)]
    [InlineData(99, 0)]
    public async Task CallersLeave_SilentBackend_OpenTheCircuitIfTheyWaited(int milliseconds, int state)
    {
        var time = new ManualTime();
        await using var frontend = await StartBreakerAsync(Respond.Never, time);

        for (var i = 0; i < 2; i++)
            await LeaveAsync(frontend, time, TimeSpan.FromMilliseconds(milliseconds));

        (await frontend.SumAsync("backend_circuit_state", BreakerCircuit)).ShouldBe(state);
    }

    [Fact]
    public async Task CallersLeave_BackendSlowAsUsual_LeaveTheCircuitClosed()
    {
        var time = new ManualTime();
        await using var frontend = await StartBreakerAsync(
            context =>
            {
                time.Advance(TimeSpan.FromSeconds(1));
                return BackendDocuments.SendAsync(context);
            },
            time);
        for (var i = 0; i < 10; i++)
            await frontend.GetBodyAsync(Path + "breaker");
        frontend.Use(Respond.Never);

        for (var i = 0; i < 40; i++)
            await LeaveAsync(frontend, time, TimeSpan.FromSeconds(1));

        (await frontend.SumAsync("backend_circuit_state", BreakerCircuit)).ShouldBe(0);
    }

    [Fact]
    public async Task CallerOfTheProbeLeaves_CircuitHalfOpen_OpensItAgain()
    {
        var time = new ManualTime();
        await using var frontend = await StartBreakerAsync(Respond.WithStatus(500), time);
        for (var i = 0; i < 2; i++)
            await frontend.GetProblemAsync(Path + "breaker", 502);
        time.Advance(TimeSpan.FromMinutes(11));
        frontend.Use(Respond.Never);

        await LeaveAsync(frontend, time, TimeSpan.Zero);

        (await frontend.SumAsync("backend_circuit_state", BreakerCircuit)).ShouldBe(1);
    }

    [Theory]
    [InlineData("hedging")]
    [InlineData("hedging-budget")]
    public async Task HedgingAndNoResponse_GetCustomer_ReturnsTheSecondAttempts(string mode)
    {
        var seen = new ConcurrentDictionary<string, bool>();
        await using var frontend = await StartAsync(
            context =>
                seen.TryAdd(context.Request.Path, true) ? Respond.Never(context) : BackendDocuments.SendAsync(context),
            isHurried: true);

        await frontend.GetBodyAsync($"{Path}{mode}");

        frontend.Requests.Count.ShouldBe(8);
        (await frontend.SumAsync(Calls)).ShouldBe(4);
        await Eventually.WaitUntilAsync(async () => await frontend.SumAsync(
            Attempts, "error_type=\"no_response\"", "http_response_status_code=\"\"") is 4);
    }

    [Theory]
    [InlineData("hedging", false)]
    [InlineData("retry", true)]
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

    private static Task<FrontendUnderTest> StartBreakerAsync(RequestDelegate respond, ManualTime time) =>
        FrontendUnderTest.StartAsync(respond, services => services.AddSingleton<TimeProvider>(time),
        [
            ("Resilience:MinimumThroughput", "2"), ("Resilience:SamplingDuration", "00:10:00"),
            ("Resilience:BreakDuration", "00:10:00"),
        ]);

    /// <summary>Sends a request to a silent back-end, and disconnects after a time on the clock of the test.</summary>
    private static async Task LeaveAsync(FrontendUnderTest frontend, ManualTime time, TimeSpan wait)
    {
        var (calls, cancelled) = (frontend.Requests.Count, await frontend.SumAsync(Calls, "outcome=\"cancelled\""));
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var response = client.GetAsync(Path + "breaker", disconnect.Token);
        await Eventually.WaitUntilAsync(() => Task.FromResult(frontend.Requests.Count > calls));
        time.Advance(wait);
        await disconnect.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => response);
        await Eventually.WaitUntilAsync(
            async () => await frontend.SumAsync(Calls, "outcome=\"cancelled\"") > cancelled);
    }

    /// <summary>Starts a front-end that, if it is hurried, does not wait before it sends a request again.</summary>
    private static Task<FrontendUnderTest> StartAsync(
        RequestDelegate respond, bool isHurried, params (string, string)[] settings) => FrontendUnderTest.StartAsync(
        respond, services => services.AddSingleton(isHurried ? new HurriedTime() : TimeProvider.System), settings);
}
