using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FrontendApi.Flags;
using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests.Ingestion;

/// <summary>Nothing is acknowledged that the back-end did not take, whatever it does instead.</summary>
public sealed class FailureTests
{
    private static readonly Dictionary<string, (RequestDelegate Answer, int Status, string Title, string Outcome)> Failures = new()
    {
        ["answers 500"] = (Status(500), 502, "The back-end failed", "error_status"),
        ["answers 503"] = (Status(503), 502, "The back-end failed", "error_status"),
        ["answers 304"] = (Status(304), 502, "The back-end failed", "error_status"),
        ["answers 202, which is not taken"] = (Status(202), 502, "The back-end failed", "error_status"),
        ["redirects to what answers 200"] = (Redirect, 502, "The back-end failed", "error_status"),
        ["refuses with 400"] = (Refuse(400), 400, "The back-end refused the payload", "refused"),
        ["refuses with 413"] = (Refuse(413), 413, "The back-end refused the payload", "refused"),
        ["refuses without a word"] = (Status(422), 422, "The back-end refused the payload", "refused"),
        ["refuses with nonsense"] = (Nonsense, 400, "The back-end refused the payload", "refused"),
        ["cuts the connection"] = (Cut, 502, "The back-end cannot be reached", "connection_error"),
        ["never answers"] = (Stall, 504, "The back-end was too slow", "timeout"),
    };

    public static TheoryData<string, string, string> Matrix
    {
        get
        {
            var cases = new MatrixTheoryData<string, string, string>(Failures.Keys, Flag.Mode.Values, Flag.Resilience.Values);
            return new(cases.Select(each => each.Data));
        }
    }

    [Theory]
    [MemberData(nameof(Matrix))]
    public async Task Backend_Fails_IsTheRightProblemAfterOnePost(string failure, string mode, string resilience)
    {
        var (answer, status, title, outcome) = Failures[failure];
        await using var backend = await StubBackend.StartAsync(answer);
        await using var frontend = new Frontend(backend.Address, ("Backend:Timeout", status is 504 ? "00:00:00.4" : "00:01:00"));

        var (answered, body) = await frontend.PostAsync($"?mode={mode}&resilience={resilience}");

        answered.ShouldBe(status, body);
        JsonDocument.Parse(body).RootElement.GetProperty("title").GetString().ShouldBe(title, body);
        backend.Requests.Count(path => path is "/ingest/data").ShouldBe(1);
        (await frontend.MetricsAsync()).Sum("backend_call_duration_seconds_count", $"outcome=\"{outcome}\"").ShouldBe(1);
    }

    [Fact]
    public async Task Backend_Refuses_ItsReasonIsHandedOn()
    {
        await using var backend = await StubBackend.StartAsync(Refuse(400));
        await using var frontend = new Frontend(backend.Address);

        var (_, body) = await frontend.PostAsync("");

        JsonDocument.Parse(body).RootElement.GetProperty("detail").GetString().ShouldBe("It is a \"test\".");
    }

    [Theory]
    [MemberData(nameof(Combinations.All), MemberType = typeof(Combinations))]
    public async Task Backend_Down_IsA502TriedAgainOnlyWhereResilient(string client, string mode, string resilience)
    {
        await using var frontend = new Frontend("http://127.0.0.1:1", ("Resilience:RetryDelay", "00:00:00"), ("Resilience:Retries", "2"));

        var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");

        status.ShouldBe(502, body);
        (await frontend.MetricsAsync()).Sum("backend_call_duration_seconds_count", "outcome=\"connection_error\"")
            .ShouldBe(resilience is "standard" ? 3 : 1);
    }

    /// <summary>Unlike a GET, which SocketsHttpHandler sends again there by itself.</summary>
    [Theory]
    [MemberData(nameof(Combinations.All), MemberType = typeof(Combinations))]
    public async Task Backend_ClosesBeforeTheHeaders_WasSentThePayloadOnce(string client, string mode, string resilience)
    {
        using var backend = new TcpListener(IPAddress.Loopback, 0);
        backend.Start();
        using var stop = new CancellationTokenSource();
        var posted = CountAndClose(backend, stop.Token);
        await using var frontend = new Frontend($"http://{backend.LocalEndpoint}", ("Resilience:RetryDelay", "00:00:00"));

        var (status, body) = await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}");

        status.ShouldBe(502, body);
        await stop.CancelAsync();
        (await posted).ShouldBe(1);
    }

    [Fact]
    public async Task Circuit_OpenedByPosts_IsA503AndNothingIsPosted()
    {
        await using var backend = await StubBackend.StartAsync(Status(500));
        await using var frontend = new Frontend(backend.Address,
            ("Resilience:MinimumThroughput", "2"), ("Resilience:BreakDuration", "01:00:00"));
        for (var i = 0; i < 2; i++)
            (await frontend.PostAsync("?resilience=standard")).Status.ShouldBe(502);
        var before = backend.Requests.Count;

        var (status, body) = await frontend.PostAsync("?resilience=standard");

        status.ShouldBe(503, body);
        backend.Requests.Count.ShouldBe(before);
    }

    private static RequestDelegate Status(int status) => context =>
    {
        context.Response.StatusCode = status;
        return Task.CompletedTask;
    };

    private static RequestDelegate Refuse(int status) => context =>
        TypedResults.Problem("It is a \"test\".", statusCode: status).ExecuteAsync(context);

    private static Task Nonsense(HttpContext context)
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

    private static Task Cut(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }

    private static Task Stall(HttpContext context) => Task.Delay(Timeout.Infinite, context.RequestAborted);

    private static async Task<int> CountAndClose(TcpListener backend, CancellationToken stop)
    {
        var posted = 0;
        try
        {
            while (true)
            {
                using var connection = await backend.AcceptTcpClientAsync(stop);
                // All of the request is read first: closing over unread bytes would be a reset.
                var (request, read) = (new byte[4096], 0);
                while (!Encoding.UTF8.GetString(request, 0, read).Contains("\"}", StringComparison.Ordinal))
                    read += await connection.GetStream().ReadAsync(request.AsMemory(read), stop);
                posted++;
            }
        }
        catch (OperationCanceledException)
        {
            return posted;
        }
    }
}
