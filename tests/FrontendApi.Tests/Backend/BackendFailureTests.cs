namespace FrontendApi.Tests.Backend;

[TimeLimit(60)]
public sealed class BackendFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    internal const int MaxResponseBytes = 65_536;
    private const string Calls = "backend_call_duration_seconds_count";

    private static readonly Dictionary<string, BackendFault> Faults = new()
    {
        ["status 500"] = BackendFault.Failed(Respond.WithStatus(500)),
        ["status 304"] = BackendFault.Failed(Respond.WithStatus(304)),
        ["status 404"] = new(Respond.WithStatus(404), 404, "Unknown customer", "error_status"),
        ["redirect to a document"] = BackendFault.Failed(Redirect),
        ["order unknown"] = BackendFault.Failed(Respond.WithOrders(Respond.WithStatus(404))),
        ["invalid JSON"] = BackendFault.Invalid(Respond.WithBody("}{ nonsense")),
        ["half a document"] = BackendFault.Invalid(Respond.WithBody(BackendDocuments.GetCustomer(1)[..200])),
        ["10,000 levels"] = BackendFault.Invalid(Respond.WithBody(HostileBodies.CreateNestedArrays(10_000))),
        ["other id"] = BackendFault.Invalid(Respond.WithReplaced("{\"id\":1,\"name\"", "{\"id\":2,\"name\"")),
        ["101 orders"] = BackendFault.Invalid(
            Respond.WithReplaced("[11,12,13]", $"[{string.Join(',', Enumerable.Range(1, 101))}]")),
        ["other order id"] = BackendFault.Invalid(Respond.WithReplaced("{\"id\":12", "{\"id\":99")),
        ["order of another customer"] = BackendFault.Invalid(Respond.WithReplaced("\"customerId\":1", "\"customerId\":2")),
        ["too large, with Content-Length"] = BackendFault.Invalid(
            Respond.WithCustomer(Respond.WithBody(BackendDocuments.GetCustomer(1).PadRight(MaxResponseBytes + 1)))),
        ["endless body"] = BackendFault.Invalid(Respond.Endlessly("{\"name\":\"", "x")),
        ["endless space"] = BackendFault.Invalid(Respond.Endlessly("", " ")),
        ["reset before the headers"] = BackendFault.Unreachable(Respond.WithReset),
        ["reset within the body"] = BackendFault.Unreachable(Respond.WithResetInBody),
        ["no response"] = BackendFault.TooSlow(Respond.Never),
        ["body that stops"] = BackendFault.TooSlow(Respond.WithHalf),
        ["body that drips"] = BackendFault.TooSlow(Respond.Dripping),
    };

    public static TheoryData<string, string> RepresentativesAndFaults =>
        StrategyData.Combine(StrategyData.Representatives.Select(row => row.Data), Faults.Keys);

    /// <summary>The faults that a strategy could handle in another way than the other ones of its kind.</summary>
    public static TheoryData<string, string> OtherStrategiesAndFaults => StrategyData.Combine(
        [.. StrategyCatalog.Names.Except([.. StrategyData.Representatives.Select(row => row.Data), "grpc"]),
            "string-jsonconvert&http=2", "get-stream-stj&http=2-multi"],
        ["status 500", "half a document", "endless body", "body that stops"]);

    [Theory]
    [MemberData(nameof(RepresentativesAndFaults))]
    public async Task BackendFails_GetCustomer_ReturnsTheMatchingProblemAndCountsTheOutcome(
        string strategy, string fault)
    {
        var frontend = await GetFrontendAsync(fault);
        string[] labels = [$"strategy=\"{strategy}\"", $"outcome=\"{Faults[fault].Outcome}\""];
        var before = await frontend.SumAsync(Calls, labels);

        await ShouldReturnMatchingProblemAsync(frontend, $"strategy={strategy}", fault);

        (await frontend.SumAsync(Calls, labels)).ShouldBe(before + 1);
        // What is left of the response is not read. WebClient reads on for two seconds at most.
        if (strategy is not "webclient-sync")
            await Eventually.WaitUntilAsync(() => frontend.ActiveCalls is 0);
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task BackendIsBusy_GetCustomer_Returns503WithItsRetryAfter(string strategy)
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                context.Response.Headers.RetryAfter = "7";
                return Respond.WithStatus(503)(context);
            },
            _ => { }, [], StrategyData.GetProtocols(strategy));
        using var client = frontend.CreateHttpClient();

        using var response = await client.GetAsync(
            $"/api/customer/1?strategy={strategy}", TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(503);
        response.Headers.RetryAfter!.Delta.ShouldBe(TimeSpan.FromSeconds(7));
        (await frontend.SumAsync(Calls, $"strategy=\"{strategy}\"", "outcome=\"error_status\"")).ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(OtherStrategiesAndFaults))]
    public async Task BackendFails_GetCustomerWithOtherStrategy_ReturnsTheMatchingProblem(
        string strategy, string fault) => await ShouldReturnMatchingProblemAsync(
            await GetFrontendAsync(fault, strategy.Contains("&http=2") ? HttpProtocols.Http2 : HttpProtocols.Http1),
            $"strategy={strategy}", fault);

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task ErrorWithEndlessBody_GetCustomer_Returns502AndClosesTheConnection(string strategy)
    {
        using var held = new HeldResponses();
        var frontend = await frontends.GetAsync(
            Respond.Endlessly("", " ", status: 500), StrategyData.GetProtocols(strategy), BackendFault.LongTimeLimit);

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        await Eventually.WaitUntilAsync(() => frontend.ActiveCalls is 0);
    }

    [Theory]
    [MemberData(nameof(StrategyData.Representatives), MemberType = typeof(StrategyData))]
    public async Task LargestBodyWithCharactersSplitOverReads_GetCustomer_Returns200(string strategy)
    {
        var name = new string('€', 20_000);
        var document = BackendDocuments.GetCustomer(1).Replace("Ada", name, StringComparison.Ordinal);
        var frontend = await frontends.GetAsync(
            Respond.WithCustomer(Respond.WithBody(document.PadRight(MaxResponseBytes - (2 * name.Length)))));

        var body = await frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}");

        JsonDocument.Parse(body).RootElement.GetProperty("name").GetString().ShouldBe(name);
    }

    /// <summary>
    /// If a connection is reset right after it was accepted, HttpClient sometimes throws an exception that is not an
    /// HttpRequestException.
    /// </summary>
    [Theory]
    [MemberData(nameof(StrategyData.Representatives), MemberType = typeof(StrategyData))]
    public async Task BackendDownOrResettingConnections_GetCustomer_Returns502(string strategy)
    {
        using var backend = new SocketBackend();
        await using var resetting = new FrontendUnderTest(backend.Address);
        await using var down = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        await down.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502, BackendFault.UnreachableTitle);
        for (var i = 0; i < 10; i++)
            await resetting.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502, BackendFault.UnreachableTitle);
    }

    [Fact]
    public async Task OneOrderFails_GetCustomer_Returns502WithThePathOfTheOrder()
    {
        var frontend = await frontends.GetAsync(context =>
            context.Request.Path.Value!.EndsWith("12", StringComparison.Ordinal)
                ? Respond.WithReset(context)
                : BackendDocuments.SendAsync(context));

        var problem = await frontend.GetProblemAsync("/api/customer/1?fanout=parallel", 502);

        problem.GetProperty("detail").GetString()!.ShouldContain("/api/customer/1/order/12");
    }

    // The time limit is short only if the test expects to reach it: a busy machine might reach it in every test.
    private Task<FrontendUnderTest> GetFrontendAsync(string fault, HttpProtocols protocols = HttpProtocols.Http1) =>
        frontends.GetAsync(Faults[fault].Respond, protocols, Faults[fault].TimeLimit);

    private static Task<JsonElement> ShouldReturnMatchingProblemAsync(
        FrontendUnderTest frontend, string flags, string fault) =>
        frontend.GetProblemAsync($"/api/customer/1?{flags}", Faults[fault].Status, Faults[fault].Title);

    private static Task Redirect(HttpContext context)
    {
        if (!context.Request.QueryString.HasValue)
            context.Response.Redirect("/api/customer/1?redirected");
        return BackendDocuments.SendAsync(context);
    }
}
