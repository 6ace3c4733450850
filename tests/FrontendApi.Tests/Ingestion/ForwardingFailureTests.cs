using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests.Ingestion;

/// <summary>
/// Tests that the front-end acknowledges no payload that the back-end did not accept, however the back-end fails, and
/// that no mode of resilience sends a payload twice.
/// </summary>
public sealed class ForwardingFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string FailedTitle = "The back-end failed";
    private const string RejectedTitle = "The back-end rejected the payload";

    private static readonly (string, string) NoDelay = ("Resilience:RetryDelay", "00:00:00");

    private static readonly Dictionary<string, ForwardingFailure> Failures = new()
    {
        ["status 500"] = new(Respond.WithStatus(500), 502, FailedTitle, "error_status"),
        ["status 429"] = new(Respond.WithStatus(429), 502, FailedTitle, "error_status"),
        ["status 304"] = new(Respond.WithStatus(304), 502, FailedTitle, "error_status"),
        ["status 202"] = new(Respond.WithStatus(202), 502, FailedTitle, "error_status"),
        ["status 401"] = new(Respond.WithStatus(401), 502, FailedTitle, "error_status"),
        ["status 404"] = new(Respond.WithStatus(404), 502, FailedTitle, "error_status"),
        ["status 407"] = new(Respond.WithStatus(407), 502, FailedTitle, "error_status"),
        ["redirect to a page that answers 200"] = new(Redirect(isPermanent: false), 502, FailedTitle, "error_status"),
        ["permanent redirect to a page that answers 200"] =
            new(Redirect(isPermanent: true), 502, FailedTitle, "error_status"),
        ["status 200 with an endless body"] =
            new(Respond.Endlessly("", "x"), 502, "The back-end sent an invalid response", "bad_body"),
        ["rejection in an unknown charset"] =
            new(Reject(400, "{}", "application/problem+json; charset=nonsense"), 400, RejectedTitle, "refused"),
        ["rejection with 400"] = new(Reject(400, """{"detail":"x"}"""), 400, RejectedTitle, "refused"),
        ["rejection with 413"] = new(Reject(413, """{"detail":null}"""), 413, RejectedTitle, "refused"),
        ["rejection with 415"] = new(Reject(415, "null"), 415, RejectedTitle, "refused"),
        ["rejection without a reason"] = new(Respond.WithStatus(422), 422, RejectedTitle, "refused"),
        ["rejection with invalid JSON"] = new(Reject(400, "}{"), 400, RejectedTitle, "refused"),
        ["reset connection"] = new(Respond.WithReset, 502, "The back-end cannot be reached", "connection_error"),
        ["no response"] = new(Respond.Never, 504, "The back-end was too slow", "timeout"),
    };

    public static TheoryData<string> AllFailures => [.. Failures.Keys];

    public static TheoryData<string, string> ModesAndFailures => StrategyData.Combine(
        Flags.Resilience.Values, ["status 500", "status 429", "reset connection", "no response"]);

    [Theory]
    [MemberData(nameof(AllFailures))]
    public Task BackendFails_PostEvent_ReturnsTheMatchingProblem(string failure) =>
        ShouldReturnMatchingProblemAsync(failure, "?mode=async&resilience=none");

    [Theory]
    [InlineData("status 500")]
    [InlineData("rejection with 400")]
    [InlineData("reset connection")]
    [InlineData("no response")]
    public Task BackendFails_PostEventBlocking_ReturnsTheMatchingProblem(string failure) =>
        ShouldReturnMatchingProblemAsync(failure, "?mode=sync&resilience=none");

    [Theory]
    [MemberData(nameof(ModesAndFailures))]
    public Task BackendFails_PostEventWithResilience_SendsThePayloadOnce(string resilience, string failure) =>
        ShouldReturnMatchingProblemAsync(failure, $"?resilience={resilience}");

    [Theory]
    [MemberData(nameof(IngestionFlagData.Pairs), MemberType = typeof(IngestionFlagData))]
    public async Task BackendDown_PostEvent_Returns502AfterOneAttempt(string client, string mode, string resilience)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend, NoDelay);

        var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");

        status.ShouldBe(502, body);
        (await frontend.GetMetricsAsync()).Sum("http_client_request_duration_seconds_count", "error_type=\"no_response\"")
            .ShouldBe(1);
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
        using var backend = new ResettingBackend();
        await using var frontend = new FrontendUnderTest(backend.Address);

        for (var i = 0; i < 50; i++)
        {
            var (status, body) = await frontend.PostAsync($"?mode={mode}");
            status.ShouldBe(502, body);
        }
    }

    /// <summary>
    /// If the connection is closed before the headers, SocketsHttpHandler repeats a GET by itself, but not a POST.
    /// </summary>
    [Theory]
    [MemberData(nameof(IngestionFlagData.Pairs), MemberType = typeof(IngestionFlagData))]
    public async Task ConnectionClosedBeforeTheHeaders_PostEvent_SendsThePayloadOnce(
        string client, string mode, string resilience)
    {
        using var backend = new ClosingBackend(endOfRequest: "\"}");
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");

        status.ShouldBe(502, body);
        backend.Requests.ShouldBe(1);
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
        await using var backend = await StubBackend.StartAsync(Respond.WithStatus(500));
        await using var frontend = new FrontendUnderTest(
            backend.Address, ("Resilience:MinimumThroughput", "2"), ("Resilience:BreakDuration", "01:00:00"));
        (await frontend.PostAsync("?resilience=breaker")).Status.ShouldBe(502);
        (await frontend.PostAsync("?resilience=breaker")).Status.ShouldBe(502);

        var (status, body) = await frontend.PostAsync("?resilience=breaker");

        status.ShouldBe(503, body);
        backend.Requests.Count.ShouldBe(2);
    }

    private async Task ShouldReturnMatchingProblemAsync(string failure, string query)
    {
        var (respond, expectedStatus, title, outcome) = Failures[failure];
        var requests = 0;
        // Backend:Timeout is short only if the test expects a timeout: a busy machine might reach a short timeout in
        // every test.
        var frontend = await frontends.GetAsync(
            context =>
            {
                Interlocked.Increment(ref requests);
                return respond(context);
            },
            NoDelay, ("Backend:Timeout", expectedStatus is 504 ? "00:00:00.4" : "00:01:00"));
        string[] labels = ["operation=\"payload\"", $"outcome=\"{outcome}\""];
        var before = (await frontend.GetMetricsAsync()).Sum("backend_call_duration_seconds_count", labels);

        var (status, body) = await frontend.PostAsync(query);

        status.ShouldBe(expectedStatus, body);
        JsonDocument.Parse(body).RootElement.GetProperty("title").GetString().ShouldBe(title, body);
        requests.ShouldBe(1);
        (await frontend.GetMetricsAsync()).Sum("backend_call_duration_seconds_count", labels).ShouldBe(before + 1);
    }

    private static RequestDelegate Reject(int status, string body, string type = "application/problem+json") => context =>
    {
        context.Response.StatusCode = status;
        return Respond.WithBody(body, type)(context);
    };

    private static RequestDelegate Redirect(bool isPermanent) => context =>
    {
        if (context.Request.Path == "/ingest/data")
            context.Response.Redirect("/elsewhere", isPermanent, preserveMethod: isPermanent);
        return Task.CompletedTask;
    };

    /// <param name="Respond">How the back-end responds to the payload.</param>
    /// <param name="Status">The status that the front-end must return.</param>
    /// <param name="Title">The title of the problem that the front-end must return.</param>
    /// <param name="Outcome">The label that the call must have in the metrics.</param>
    private sealed record ForwardingFailure(RequestDelegate Respond, int Status, string Title, string Outcome);
}
