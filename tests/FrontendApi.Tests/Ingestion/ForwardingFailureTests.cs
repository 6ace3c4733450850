using System.Text.Json;
using FrontendApi.Ingestion;
using Microsoft.AspNetCore.Http;
using ResilienceMode = FrontendApi.Backend.ResilienceMode;

namespace FrontendApi.Tests.Ingestion;

/// <summary>
/// Tests that the front-end acknowledges no payload that the back-end did not accept, however the back-end fails.
/// </summary>
public sealed class ForwardingFailureTests
{
    private const string FailedTitle = "The back-end failed";
    private const string RejectedTitle = "The back-end rejected the payload";

    private static readonly (string, string)[] QuickRetries =
        [("Resilience:RetryDelay", "00:00:00"), ("Resilience:Retries", "2")];

    private static readonly Dictionary<string, ForwardingFailure> Failures = new()
    {
        ["status 500"] = new(SendStatus(500), 502, FailedTitle, "error_status"),
        ["status 503"] = new(SendStatus(503), 502, FailedTitle, "error_status"),
        ["status 304"] = new(SendStatus(304), 502, FailedTitle, "error_status"),
        ["status 202"] = new(SendStatus(202), 502, FailedTitle, "error_status"),
        ["status 401"] = new(SendStatus(401), 502, FailedTitle, "error_status"),
        ["status 403"] = new(SendStatus(403), 502, FailedTitle, "error_status"),
        ["status 404"] = new(SendStatus(404), 502, FailedTitle, "error_status"),
        ["status 405"] = new(SendStatus(405), 502, FailedTitle, "error_status"),
        ["status 407"] = new(SendStatus(407), 502, FailedTitle, "error_status"),
        ["status 410"] = new(SendStatus(410), 502, FailedTitle, "error_status"),
        ["redirect to a page that answers 200"] = new(Redirect, 502, FailedTitle, "error_status"),
        ["permanent redirect to a page that answers 200"] = new(RedirectWithMethod, 502, FailedTitle, "error_status"),
        ["redirect to a file"] = new(RedirectToFile, 502, FailedTitle, "error_status"),
        ["status 200 with an endless body"] =
            new(SendEndlessBody, 502, "The back-end sent an invalid response", "bad_body"),
        ["rejection in an unknown charset"] = new(RejectInUnknownCharset, 400, RejectedTitle, "refused"),
        ["rejection with 400"] = new(RespondWithRejection(400), 400, RejectedTitle, "refused"),
        ["rejection with 413"] = new(RespondWithRejection(413), 413, RejectedTitle, "refused"),
        ["rejection with 415"] = new(RespondWithRejection(415), 415, RejectedTitle, "refused"),
        ["rejection without a reason"] = new(SendStatus(422), 422, RejectedTitle, "refused"),
        ["rejection with invalid JSON"] = new(RejectWithInvalidJson, 400, RejectedTitle, "refused"),
        ["reset connection"] = new(ResetConnection, 502, "The back-end cannot be reached", "connection_error"),
        ["no response"] = new(NeverRespond, 504, "The back-end was too slow", "timeout"),
    };

    public static TheoryData<string, string, string> FailuresAndFlags
    {
        get
        {
            var cases = new MatrixTheoryData<string, string, string>(
                Failures.Keys, BlockingMode.ModeFlag.Values, ResilienceMode.ResilienceFlag.Values);
            return new(cases.Select(row => row.Data));
        }
    }

    [Theory]
    [MemberData(nameof(FailuresAndFlags))]
    public async Task BackendFails_PostEvent_ReturnsTheMatchingProblemAfterOneCall(
        string failure, string mode, string resilience)
    {
        var (respond, expectedStatus, title, outcome) = Failures[failure];
        await using var backend = await StubBackend.StartAsync(respond);
        // Backend:Timeout is short only if the test expects a timeout: a busy machine might reach a short timeout in
        // every test.
        var timeout = expectedStatus is 504 ? "00:00:00.4" : "00:01:00";
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", timeout));

        var (status, body) = await frontend.PostAsync($"?mode={mode}&resilience={resilience}");

        status.ShouldBe(expectedStatus, body);
        JsonDocument.Parse(body).RootElement.GetProperty("title").GetString().ShouldBe(title, body);
        backend.Requests.Count(path => path is "/ingest/data").ShouldBe(1);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_call_duration_seconds_count", $"outcome=\"{outcome}\"").ShouldBe(1);
    }

    [Fact]
    public async Task BackendRejects_PostEvent_ReturnsTheReason()
    {
        await using var backend = await StubBackend.StartAsync(RespondWithRejection(400));
        await using var frontend = new FrontendUnderTest(backend.Address);

        var (_, body) = await frontend.PostAsync("");

        JsonDocument.Parse(body).RootElement.GetProperty("detail").GetString().ShouldBe("It is a \"test\".");
    }

    [Theory]
    [InlineData(408)]
    [InlineData(429)]
    public async Task BackendDoesNotAccept_PostEvent_IsRetriedAndReturns502(int backendStatus)
    {
        await using var backend = await StubBackend.StartAsync(SendStatus(backendStatus));
        await using var frontend = new FrontendUnderTest(backend.Address, QuickRetries);

        var (status, body) = await frontend.PostAsync("?resilience=standard");

        status.ShouldBe(502, body);
        body.ShouldContain(FailedTitle);
        backend.Requests.Count.ShouldBe(3);
    }

    [Theory]
    [MemberData(nameof(IngestionFlagData.Combinations), MemberType = typeof(IngestionFlagData))]
    public async Task BackendDown_PostEvent_Returns502AndIsRetriedOnlyWithResilience(
        string client, string mode, string resilience)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend, QuickRetries);

        var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");

        status.ShouldBe(502, body);
        (await frontend.GetMetricsAsync()).Sum("backend_call_duration_seconds_count", "outcome=\"connection_error\"")
            .ShouldBe(resilience is "standard" or "retry" or "retry-budget" ? 3 : 1);
    }

    /// <summary>
    /// If a connection is reset right after it was accepted, HttpClient sometimes throws an exception that is not an
    /// HttpRequestException.
    /// </summary>
    [Theory]
    [MemberData(nameof(IngestionFlagData.Combinations), MemberType = typeof(IngestionFlagData))]
    public async Task ConnectionsReset_PostEvent_Return502(string client, string mode, string resilience)
    {
        using var backend = new ResettingBackend();
        await using var frontend = new FrontendUnderTest(backend.Address,
            [.. QuickRetries, ("Resilience:MinimumThroughput", "1000000")]);

        for (var i = 0; i < 50; i++)
        {
            var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");
            status.ShouldBe(502, body);
        }
    }

    /// <summary>
    /// If the connection is closed before the headers, SocketsHttpHandler repeats a GET by itself, but not a POST.
    /// </summary>
    [Theory]
    [MemberData(nameof(IngestionFlagData.Combinations), MemberType = typeof(IngestionFlagData))]
    public async Task ConnectionClosedBeforeTheHeaders_PostEvent_SendsThePayloadOnce(
        string client, string mode, string resilience)
    {
        using var backend = new ClosingBackend(endOfRequest: "\"}");
        await using var frontend = new FrontendUnderTest(backend.Address, QuickRetries);

        var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");

        status.ShouldBe(502, body);
        backend.Requests.ShouldBe(1);
    }

    [Theory]
    [InlineData(500)]
    [InlineData(429)]
    public async Task CircuitOpenedByPosts_PostEvent_Returns503AndSendsNothing(int backendStatus)
    {
        await using var backend = await StubBackend.StartAsync(SendStatus(backendStatus));
        await using var frontend = new FrontendUnderTest(backend.Address,
        [
            ("Resilience:RetryDelay", "00:00:00"), ("Resilience:Retries", "1"), ("Resilience:MinimumThroughput", "4"),
            ("Resilience:BreakDuration", "01:00:00"),
        ]);
        while (backend.Requests.Count < 4)
            (await frontend.PostAsync("?resilience=standard")).Status.ShouldBe(502);

        var (status, body) = await frontend.PostAsync("?resilience=standard");

        status.ShouldBe(503, body);
        backend.Requests.Count.ShouldBe(4);
    }

    private static RequestDelegate SendStatus(int status) => context =>
    {
        context.Response.StatusCode = status;
        return Task.CompletedTask;
    };

    private static RequestDelegate RespondWithRejection(int status) => context =>
        TypedResults.Problem("It is a \"test\".", statusCode: status).ExecuteAsync(context);

    private static Task RejectWithInvalidJson(HttpContext context)
    {
        context.Response.StatusCode = 400;
        context.Response.ContentType = "application/problem+json";
        return context.Response.WriteAsync("}{");
    }

    private static Task Redirect(HttpContext context)
    {
        if (context.Request.Path == "/ingest/data")
            context.Response.Redirect("/login");
        return Task.CompletedTask;
    }

    private static Task RedirectWithMethod(HttpContext context)
    {
        if (context.Request.Path == "/ingest/data")
            context.Response.Redirect("/elsewhere", permanent: true, preserveMethod: true);
        return Task.CompletedTask;
    }

    private static Task RedirectToFile(HttpContext context)
    {
        context.Response.Redirect("file:///etc/hostname");
        return Task.CompletedTask;
    }

    private static async Task SendEndlessBody(HttpContext context)
    {
        for (var megabytes = 0; megabytes < 64 && !context.RequestAborted.IsCancellationRequested; megabytes++)
            await context.Response.Body.WriteAsync(new byte[1_000_000], context.RequestAborted);
    }

    private static Task RejectInUnknownCharset(HttpContext context)
    {
        context.Response.StatusCode = 400;
        context.Response.ContentType = "application/problem+json; charset=nonsense";
        return context.Response.WriteAsync("{}");
    }

    private static Task ResetConnection(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }

    private static Task NeverRespond(HttpContext context) => Task.Delay(Timeout.Infinite, context.RequestAborted);

    /// <param name="Respond">How the back-end responds to the payload.</param>
    /// <param name="Status">The status that the front-end must return.</param>
    /// <param name="Title">The title of the problem that the front-end must return.</param>
    /// <param name="Outcome">The label that the call must have in the metrics.</param>
    private sealed record ForwardingFailure(RequestDelegate Respond, int Status, string Title, string Outcome);
}
