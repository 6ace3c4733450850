namespace FrontendApi.Tests.Ingestion;

/// <summary>
/// Tests that the front-end acknowledges no payload that the back-end did not accept, however the back-end fails, and
/// that no mode of resilience sends a payload twice.
/// </summary>
public sealed class ForwardingFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Calls = "backend_call_duration_seconds_count";

    private static readonly Dictionary<string, BackendFault> Faults = new()
    {
        ["status 500"] = BackendFault.Failed(Respond.WithStatus(500)),
        ["status 202"] = BackendFault.Failed(Respond.WithStatus(202)),
        ["redirect to a page that answers 200"] = BackendFault.Failed(Redirect),
        ["status 200 with an endless body"] = BackendFault.Invalid(Respond.Endlessly("", "x")),
        ["rejection in an unknown charset"] = Reject(400, "{}", "application/problem+json; charset=nonsense"),
        ["rejection with 400"] = Reject(400, """{"detail":"It is a \"test\"."}"""),
        ["rejection with 415"] = Reject(415, "null"),
        ["rejection with invalid JSON"] = Reject(422, "}{"),
        ["reset connection"] = BackendFault.Unreachable(Respond.WithReset),
        ["no response"] = BackendFault.TooSlow(Respond.Never),
    };

    public static TheoryData<string, string> QueriesAndFaults =>
    [
        .. StrategyData.Combine(["mode=async"], Faults.Keys),
        .. StrategyData.Combine(["mode=sync"], ["status 500", "rejection with 400", "no response"]),
        .. StrategyData.Combine(
            Flags.Resilience.Values.Skip(1).Select(mode => $"resilience={mode}"), ["status 500", "reset connection"]),
    ];

    [Theory]
    [MemberData(nameof(QueriesAndFaults))]
    public async Task BackendFails_PostEvent_ReturnsTheMatchingProblemAndSendsThePayloadOnce(string query, string fault)
    {
        var (respond, expectedStatus, title, outcome) = Faults[fault];
        var frontend = await frontends.GetAsync(respond, Faults[fault].TimeLimit);
        string[] labels = ["operation=\"payload\"", $"outcome=\"{outcome}\""];
        var before = await frontend.SumAsync(Calls, labels);

        var (status, body) = await frontend.PostAsync($"?{query}");

        status.ShouldBe(expectedStatus, body);
        var problem = JsonElement.Parse(body);
        problem.GetProperty("title").GetString().ShouldBe(title, body);
        if (fault is "rejection with 400")
            problem.GetProperty("detail").GetString().ShouldBe("It is a \"test\".");
        // On a busy machine, the time may be up before a request arrives.
        frontend.Requests.Count.ShouldBeInRange(status is 504 ? 0 : 1, 1);
        (await frontend.SumAsync(Calls, labels)).ShouldBe(before + 1);
    }

    [Fact]
    public async Task BackendDown_PostEventWithAnyResilience_Returns502AfterOneAttempt()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        foreach (var resilience in Flags.Resilience.Values)
            (await frontend.PostAsync($"?resilience={resilience}")).Status.ShouldBe(502);

        (await frontend.SumAsync("http_client_request_duration_seconds_count", "error_type=\"no_response\""))
            .ShouldBe(Flags.Resilience.Values.Count);
    }

    /// <summary>A connection that is reset right after it was accepted, or closed before the headers.</summary>
    [Theory]
    [InlineData("mode=sync", null)]
    [InlineData("resilience=budget", "\"}")]
    public async Task ConnectionLost_PostEvent_Returns502AndSendsThePayloadOnce(string query, string? endOfRequest)
    {
        using var backend = new SocketBackend(endOfRequest);
        await using var frontend = new FrontendUnderTest(backend.Address);

        for (var i = 1; i <= 10; i++)
        {
            (await frontend.PostAsync($"?{query}")).Status.ShouldBe(502);
            backend.Requests.ShouldBe(endOfRequest is null ? 0 : i);
        }
    }

    [Fact]
    public async Task NoResponseForLong_PostEventWithHedging_SendsThePayloadOnce()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            Respond.Never, services => services.AddSingleton<TimeProvider>(new HurriedTime()),
            [BackendFault.ShortTimeLimit]);

        (await frontend.PostAsync("?resilience=hedging")).Status.ShouldBe(504);

        frontend.Requests.Count.ShouldBeLessThanOrEqualTo(1);
    }

    private static BackendFault Reject(int status, string body, string type = "application/problem+json") =>
        BackendFault.Rejected(
            context =>
            {
                context.Response.StatusCode = status;
                return Respond.WithBody(body, type)(context);
            },
            status);

    private static Task Redirect(HttpContext context)
    {
        if (context.Request.Path == "/ingest/data")
            context.Response.Redirect("/elsewhere", permanent: true, preserveMethod: true);
        return Task.CompletedTask;
    }
}
