namespace FrontendApi.Tests.Ingestion;

/// <summary>
/// Tests that the front-end acknowledges no payload that the back-end did not accept, however the back-end fails, and
/// that no mode of resilience sends a payload twice.
/// </summary>
public sealed class ForwardingFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private static readonly Dictionary<string, BackendFault> Faults = new()
    {
        ["status 500"] = BackendFault.Failed(Respond.WithStatus(500)),
        ["status 429"] = BackendFault.Failed(Respond.WithStatus(429)),
        ["status 304"] = BackendFault.Failed(Respond.WithStatus(304)),
        ["status 202"] = BackendFault.Failed(Respond.WithStatus(202)),
        ["status 401"] = BackendFault.Failed(Respond.WithStatus(401)),
        ["status 404"] = BackendFault.Failed(Respond.WithStatus(404)),
        ["redirect to a page that answers 200"] = BackendFault.Failed(Redirect(isPermanent: false)),
        ["permanent redirect to a page that answers 200"] = BackendFault.Failed(Redirect(isPermanent: true)),
        ["status 200 with an endless body"] = BackendFault.Invalid(Respond.Endlessly("", "x")),
        ["rejection in an unknown charset"] = Reject(400, "{}", "application/problem+json; charset=nonsense"),
        ["rejection with 400"] = Reject(400, """{"detail":"x"}"""),
        ["rejection with 413"] = Reject(413, """{"detail":null}"""),
        ["rejection with 415"] = Reject(415, "null"),
        ["rejection with invalid JSON"] = Reject(422, "}{"),
        ["reset connection"] = BackendFault.Unreachable(Respond.WithReset),
        ["no response"] = BackendFault.TooSlow(Respond.Never),
    };

    public static TheoryData<string> AllFaults => [.. Faults.Keys];

    public static TheoryData<string, string> ModesAndFaults => StrategyData.Combine(
        Flags.Resilience.Values.Skip(1), ["status 500", "reset connection", "no response"]);

    public static TheoryData<string> ResilienceModes => [.. Flags.Resilience.Values];

    [Theory]
    [MemberData(nameof(AllFaults))]
    public Task BackendFails_PostEvent_ReturnsTheMatchingProblem(string fault) =>
        ShouldReturnMatchingProblemAsync(fault, "?mode=async");

    [Theory]
    [InlineData("status 500")]
    [InlineData("rejection with 400")]
    [InlineData("reset connection")]
    [InlineData("no response")]
    public Task BackendFails_PostEventBlocking_ReturnsTheMatchingProblem(string fault) =>
        ShouldReturnMatchingProblemAsync(fault, "?mode=sync");

    [Theory]
    [MemberData(nameof(ModesAndFaults))]
    public Task BackendFails_PostEventWithResilience_SendsThePayloadOnce(string resilience, string fault) =>
        ShouldReturnMatchingProblemAsync(fault, $"?resilience={resilience}");

    [Theory]
    [MemberData(nameof(ResilienceModes))]
    public async Task BackendDown_PostEvent_Returns502AfterOneAttempt(string resilience)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        (await frontend.PostAsync($"?resilience={resilience}")).Status.ShouldBe(502);

        (await frontend.SumAsync("http_client_request_duration_seconds_count", "error_type=\"no_response\"")).ShouldBe(1);
    }

    /// <summary>
    /// If a connection is reset right after it was accepted, HttpClient sometimes throws an exception that is not an
    /// HttpRequestException.
    /// </summary>
    [Theory]
    [InlineData("async")]
    [InlineData("sync")]
    public async Task ConnectionsReset_PostEvent_Return502(string mode)
    {
        using var backend = new SocketBackend();
        await using var frontend = new FrontendUnderTest(backend.Address);

        for (var i = 0; i < 50; i++)
            (await frontend.PostAsync($"?mode={mode}")).Status.ShouldBe(502);
    }

    /// <summary>
    /// If the connection is closed before the headers, SocketsHttpHandler repeats a GET by itself, but not a POST.
    /// </summary>
    [Theory]
    [MemberData(nameof(ResilienceModes))]
    public async Task ConnectionClosedBeforeTheHeaders_PostEvent_SendsThePayloadOnce(string resilience)
    {
        using var backend = new SocketBackend(endOfRequest: "\"}");
        await using var frontend = new FrontendUnderTest(backend.Address);

        (await frontend.PostAsync($"?resilience={resilience}")).Status.ShouldBe(502);

        backend.Requests.ShouldBe(1);
    }

    [Fact]
    public async Task NoResponseForLong_PostEventWithHedging_SendsThePayloadOnce()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            Respond.Never, services => services.AddSingleton<TimeProvider>(new HurriedTime()),
            [("Backend:Timeout", "00:00:00.4")]);

        (await frontend.PostAsync("?resilience=hedging")).Status.ShouldBe(504);

        frontend.Requests.Count.ShouldBe(1);
    }

    [Fact]
    public async Task BackendRejects_PostEvent_ReturnsTheReason()
    {
        var frontend = await frontends.GetAsync(context =>
            TypedResults.Problem("It is a \"test\".", statusCode: 400).ExecuteAsync(context));

        var (_, body) = await frontend.PostAsync("");

        JsonDocument.Parse(body).RootElement.GetProperty("detail").GetString().ShouldBe("It is a \"test\".");
    }

    [Fact]
    public async Task CircuitOpenedByPosts_PostEvent_Returns503AndSendsNothing()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            Respond.WithStatus(500), ("Resilience:MinimumThroughput", "2"), ("Resilience:BreakDuration", "01:00:00"));
        (await frontend.PostAsync("?resilience=breaker")).Status.ShouldBe(502);
        (await frontend.PostAsync("?resilience=breaker")).Status.ShouldBe(502);

        (await frontend.PostAsync("?resilience=breaker")).Status.ShouldBe(503);

        frontend.Requests.Count.ShouldBe(2);
    }

    private async Task ShouldReturnMatchingProblemAsync(string fault, string query)
    {
        var (respond, expectedStatus, title, outcome) = Faults[fault];
        // Backend:Timeout is short only if the test expects a timeout: a busy machine might reach a short timeout in
        // every test.
        var frontend = await frontends.GetAsync(
            respond, ("Backend:Timeout", expectedStatus is 504 ? "00:00:00.4" : "00:01:00"));
        string[] labels = ["operation=\"payload\"", $"outcome=\"{outcome}\""];
        var before = await frontend.SumAsync("backend_call_duration_seconds_count", labels);

        var (status, body) = await frontend.PostAsync(query);

        status.ShouldBe(expectedStatus, body);
        JsonDocument.Parse(body).RootElement.GetProperty("title").GetString().ShouldBe(title, body);
        frontend.Requests.Count.ShouldBe(1);
        (await frontend.SumAsync("backend_call_duration_seconds_count", labels)).ShouldBe(before + 1);
    }

    private static BackendFault Reject(int status, string body, string type = "application/problem+json") =>
        BackendFault.Rejected(
            context =>
            {
                context.Response.StatusCode = status;
                return Respond.WithBody(body, type)(context);
            },
            status);

    private static RequestDelegate Redirect(bool isPermanent) => context =>
    {
        if (context.Request.Path == "/ingest/data")
            context.Response.Redirect("/elsewhere", isPermanent, preserveMethod: isPermanent);
        return Task.CompletedTask;
    };
}
