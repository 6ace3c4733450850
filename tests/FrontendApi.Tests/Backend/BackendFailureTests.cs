using FrontendApi.Backend;
using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FrontendApi.Tests.Backend;

/// <summary>Tests that every strategy turns a failure of the back-end into the same problem document.</summary>
public sealed class BackendFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string FailedTitle = "The back-end failed";
    private const string Invalid = "The back-end sent an invalid response";
    private const string Unreachable = "The back-end cannot be reached";
    private const string TooSlow = "The back-end was too slow";

    private static readonly Dictionary<string, (RequestDelegate Respond, int Status, string Title)> Failures = new()
    {
        ["status 500"] = (SendStatus(500), 502, FailedTitle),
        ["status 403"] = (SendStatus(403), 502, FailedTitle),
        ["status 304"] = (SendStatus(304), 502, FailedTitle),
        ["status 404"] = (SendStatus(404), 404, "Unknown customer"),
        ["invalid JSON"] = (RespondWithBody("application/json", "}{ nonsense"), 502, Invalid),
        ["empty body"] = (RespondWithBody("application/json", ""), 502, Invalid),
        ["null"] = (RespondWithBody("application/json", "null"), 502, Invalid),
        ["empty object"] = (RespondWithBody("application/json", "{}"), 502, Invalid),
        ["array"] = (RespondWithBody("application/json", "[1]"), 502, Invalid),
        ["half a document"] = (RespondWithBody("application/json", BackendDocuments.GetCustomer(1)[..200]), 502, Invalid),
        ["web page"] = (RespondWithBody("text/html", "<html>It works!</html>"), 502, Invalid),
        ["unknown charset"] = (RespondWithBody("application/json; charset=nonsense", "{"), 502, Invalid),
        ["reset before the headers"] = (ResetConnection, 502, Unreachable),
        ["reset within the body"] = (ResetConnectionWithinBody, 502, Unreachable),
        ["no response"] = (NeverRespond, 504, TooSlow),
        ["endless body"] = (StallWithinBody, 504, TooSlow),
    };

    public static TheoryData<string, string> StrategiesAndFailures
    {
        get
        {
            var cases = new MatrixTheoryData<string, string>(StrategyCatalog.Names, Failures.Keys);
            return new(cases.Select(row => row.Data));
        }
    }

    /// <summary>Every strategy that has the flag http, with every version of HTTP but the default.</summary>
    public static TheoryData<string, string> Http2FlagsAndFailures
    {
        get
        {
            var flags = from strategy in StrategyCatalog.All.OfType<HttpClientStrategy>()
                        from http in BackendProtocol.HttpFlag.Values.Except([BackendProtocol.Http11])
                        select $"strategy={strategy.Name}&http={http}";
            return new(new MatrixTheoryData<string, string>(flags, Failures.Keys).Select(row => row.Data));
        }
    }

    [Theory]
    [MemberData(nameof(StrategiesAndFailures))]
    public Task BackendFails_GetCustomer_ReturnsTheMatchingProblem(string strategy, string failure) =>
        ShouldReturnMatchingProblemAsync($"strategy={strategy}", failure, HttpProtocols.Http1);

    [Theory]
    [MemberData(nameof(Http2FlagsAndFailures))]
    public Task BackendFailsOverHttp2_GetCustomer_ReturnsTheMatchingProblem(string flags, string failure) =>
        ShouldReturnMatchingProblemAsync(flags, failure, HttpProtocols.Http2);

    [Theory]
    [InlineData(BackendProtocol.Http2)]
    [InlineData(BackendProtocol.Http2Multi)]
    public async Task BackendWithoutHttp2_GetCustomer_Returns502(string http)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync, HttpProtocols.Http1);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Http2Address", backend.Address));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?http={http}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Unreachable, problem.GetRawText());
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task BackendDown_GetCustomer_Returns502(string strategy)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Unreachable);
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task ConnectionsReset_GetCustomer_Return502(string strategy)
    {
        using var backend = new ResettingBackend();
        await using var frontend = new FrontendUnderTest(backend.Address);

        for (var i = 0; i < 50; i++)
            await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);
    }

    [Theory]
    [MemberData(nameof(StrategyData.OrderCallStrategies), MemberType = typeof(StrategyData))]
    public async Task OrderUnknownToBackend_GetCustomer_Returns502(string strategy)
    {
        await using var backend = await StubBackend.StartAsync(context =>
            BackendDocuments.IsOrderPath(context.Request.Path)
                ? SendStatus(404)(context)
                : BackendDocuments.SendAsync(context));
        await using var frontend = new FrontendUnderTest(backend.Address);

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);
    }

    /// <summary>
    /// A part of the response arrives before each time limit for a part, so only a limit for the whole response helps.
    /// </summary>
    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task BodyThatDripsWithoutEnd_GetCustomer_Returns504AndEndsTheRead(string strategy)
    {
        var ended = new TaskCompletionSource();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            context.RequestAborted.Register(() => ended.TrySetResult());
            context.Response.ContentType = BackendDocuments.GetMediaType(context);
            while (true)
            {
                await context.Response.WriteAsync(" ", context.RequestAborted);
                await context.Response.Body.FlushAsync(context.RequestAborted);
                await Task.Delay(TimeSpan.FromMilliseconds(20), context.RequestAborted);
            }
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:00:00.4"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 504);

        problem.GetProperty("title").GetString().ShouldBe(TooSlow);
        await ended.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData("sequential")]
    [InlineData("parallel")]
    public async Task OneOrderFails_GetCustomer_Returns502WithThePathOfTheOrder(string fanOut)
    {
        await using var backend = await StubBackend.StartAsync(context =>
            context.Request.Path.Value!.EndsWith("12", StringComparison.Ordinal)
                ? ResetConnection(context)
                : BackendDocuments.SendAsync(context));
        await using var frontend = new FrontendUnderTest(backend.Address);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?fanout={fanOut}", 502);

        problem.GetProperty("detail").GetString()!.ShouldContain("/api/customer/1/order/12");
    }

    [Theory]
    [InlineData("/api/customer/nobody", 404)]
    [InlineData("/nowhere", 404)]
    public async Task UnknownRoute_Get_ReturnsAProblemDocument(string path, int status)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        await frontend.GetProblemAsync(path, status);
    }

    private async Task ShouldReturnMatchingProblemAsync(string flags, string failure, HttpProtocols protocols)
    {
        var (respond, status, title) = Failures[failure];
        // Backend:Timeout is short only if the test expects a timeout: a busy machine might reach a short timeout in
        // every test.
        var frontend = await frontends.GetAsync(respond, protocols, status is 504 ? "00:00:00.4" : "00:01:00");

        var problem = await frontend.GetProblemAsync($"/api/customer/1?{flags}", status);

        problem.GetProperty("title").GetString().ShouldBe(title, problem.GetRawText());
    }

    private static RequestDelegate SendStatus(int status) => context =>
    {
        context.Response.StatusCode = status;
        return Task.CompletedTask;
    };

    private static RequestDelegate RespondWithBody(string contentType, string body) => context =>
    {
        context.Response.ContentType = contentType;
        return context.Response.WriteAsync(body);
    };

    /// <summary>
    /// Resets the connection. If the connection were closed in order instead, HttpClient would repeat the request, as
    /// <see cref="ResendTests"/> shows.
    /// </summary>
    private static Task ResetConnection(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }

    private static async Task ResetConnectionWithinBody(HttpContext context)
    {
        await SendHalfAsync(context);
        context.Abort();
    }

    private static Task NeverRespond(HttpContext context) => Task.Delay(Timeout.Infinite, context.RequestAborted);

    private static async Task StallWithinBody(HttpContext context)
    {
        await SendHalfAsync(context);
        await NeverRespond(context);
    }

    private static async Task SendHalfAsync(HttpContext context)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        var document = BackendDocuments.Encode(context, BackendDocuments.GetCustomer(1));
        await context.Response.Body.WriteAsync(document.AsMemory(0, 50));
        await context.Response.Body.FlushAsync();
    }
}
