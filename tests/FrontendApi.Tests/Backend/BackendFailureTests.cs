using System.Globalization;
using System.IO.Compression;
using System.Text;
using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that a failure of the back-end becomes the same problem document with every strategy. What is handled below the
/// strategies is tested with one strategy for each kind of client.
/// </summary>
[TimeLimit(60)]
public sealed class BackendFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Failed = "The back-end failed";
    private const string Invalid = "The back-end sent an invalid response";
    private const string Unreachable = "The back-end cannot be reached";
    private const string TooSlow = "The back-end was too slow";
    private const int MaxResponseBytes = 65_536;

    private static readonly Dictionary<string, BackendFault> Faults = new()
    {
        ["status 500"] = new(Respond.WithStatus(500), 502, Failed, "error_status"),
        ["status 403"] = new(Respond.WithStatus(403), 502, Failed, "error_status"),
        ["status 304"] = new(Respond.WithStatus(304), 502, Failed, "error_status"),
        ["status 404"] = new(Respond.WithStatus(404), 404, "Unknown customer", "error_status"),
        ["redirect to a document"] = new(Redirect("/api/customer/1?redirected"), 502, Failed, "error_status"),
        ["redirect to a file"] = new(Redirect("file:///etc/hostname"), 502, Failed, "error_status"),
        ["redirect to nowhere"] = new(Redirect("//["), 502, Failed, "error_status"),
        ["order unknown"] = new(OnlyForOrders(Respond.WithStatus(404)), 502, Failed, "error_status"),
        ["invalid JSON"] = new(Respond.WithBody("}{ nonsense"), 502, Invalid, "bad_body"),
        ["empty body"] = new(Respond.WithBody(""), 502, Invalid, "bad_body"),
        ["null"] = new(Respond.WithBody("null"), 502, Invalid, "bad_body"),
        ["empty object"] = new(Respond.WithBody("{}"), 502, Invalid, "bad_body"),
        ["array"] = new(Respond.WithBody("[1]"), 502, Invalid, "bad_body"),
        ["half a document"] = new(Respond.WithBody(BackendDocuments.GetCustomer(1)[..200]), 502, Invalid, "bad_body"),
        ["10,000 levels"] = new(Respond.WithBody(HostileBodies.CreateNestedArrays(10_000)), 502, Invalid, "bad_body"),
        ["web page"] = new(Respond.WithBody("<html>It works!</html>", "text/html"), 502, Invalid, "bad_body"),
        ["gzip that nobody asked for"] = new(SendGzip, 502, Invalid, "bad_body"),
        ["other id"] = new(Respond.WithReplaced("{\"id\":1,\"name\"", "{\"id\":2,\"name\""), 502, Invalid, "bad_body"),
        ["101 orders"] = new(
            Respond.WithReplaced("[11,12,13]", $"[{string.Join(',', Enumerable.Range(1, 101))}]"), 502, Invalid, "bad_body"),
        ["other order id"] = new(Respond.WithReplaced("{\"id\":12", "{\"id\":99"), 502, Invalid, "bad_body"),
        ["order of another customer"] = new(
            Respond.WithReplaced("\"customerId\":1", "\"customerId\":2"), 502, Invalid, "bad_body"),
        ["too large, with Content-Length"] = new(
            context => SendPaddedAsync(context, MaxResponseBytes + 1, hasLength: true), 502, Invalid, "bad_body"),
        ["too large, without Content-Length"] = new(
            context => SendPaddedAsync(context, MaxResponseBytes + 1, hasLength: false), 502, Invalid, "bad_body"),
        ["endless body"] = new(Respond.Endlessly("{\"name\":\"", "x"), 502, Invalid, "bad_body"),
        ["reset before the headers"] = new(Respond.WithReset, 502, Unreachable, "connection_error"),
        ["reset within the body"] = new(Respond.WithResetInBody, 502, Unreachable, "connection_error"),
        ["no response"] = new(Respond.Never, 504, TooSlow, "timeout"),
        ["body that stops"] = new(Respond.WithHalf, 504, TooSlow, "timeout"),
        ["body that drips"] = new(Respond.Dripping, 504, TooSlow, "timeout"),
    };

    public static TheoryData<string, string> RepresentativesAndFaults => StrategyData.Combine(
        StrategyData.Representatives.Select(row => row.Data), Faults.Keys);

    public static TheoryData<string, string> StrategiesAndFaults => StrategyData.Combine(
        StrategyCatalog.Names, ["status 500", "half a document", "endless body", "body that stops"]);

    public static TheoryData<string, string> Http2FlagsAndFaults => StrategyData.Combine(
        ["strategy=string-jsonconvert&http=2", "strategy=get-stream-stj&http=2-multi"],
        ["status 500", "endless body", "reset before the headers", "reset within the body", "no response", "body that stops"]);

    [Theory]
    [MemberData(nameof(RepresentativesAndFaults))]
    public async Task BackendFails_GetCustomer_ReturnsTheMatchingProblemAndCountsTheOutcome(
        string strategy, string fault)
    {
        var frontend = await GetFrontendAsync(fault, HttpProtocols.Http1);
        var outcome = $"outcome=\"{Faults[fault].Outcome}\"";
        var before = await CountCallsAsync(frontend, outcome);

        await ShouldReturnMatchingProblemAsync(frontend, $"strategy={strategy}", fault);

        (await CountCallsAsync(frontend, outcome)).ShouldBe(before + 1);
    }

    [Theory]
    [MemberData(nameof(StrategiesAndFaults))]
    public async Task BackendFails_GetCustomerWithAnyStrategy_ReturnsTheMatchingProblem(string strategy, string fault) =>
        await ShouldReturnMatchingProblemAsync(
            await GetFrontendAsync(fault, HttpProtocols.Http1), $"strategy={strategy}", fault);

    [Theory]
    [MemberData(nameof(Http2FlagsAndFaults))]
    public async Task BackendFailsOverHttp2_GetCustomer_ReturnsTheMatchingProblem(string flags, string fault) =>
        await ShouldReturnMatchingProblemAsync(await GetFrontendAsync(fault, HttpProtocols.Http2), flags, fault);

    [Theory]
    [InlineData("webclient-sync", 200)]
    [InlineData("webclient-async", 200)]
    [InlineData("string-jsonconvert", 200)]
    [InlineData("get-stream-stj", 200)]
    [InlineData("get-from-json", 200)]
    [InlineData("webclient-sync", 500)]
    [InlineData("string-jsonconvert", 500)]
    [InlineData("get-stream-stj", 500)]
    public async Task EndlessBody_GetCustomer_Returns502AndIsNotReadToItsEnd(string strategy, int status)
    {
        var sent = new TaskCompletionSource<long>();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            context.Response.StatusCode = status;
            return Respond.Endlessly("", " ", sent.SetResult)(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:01:00"));

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        (await sent.Task.WaitAsync(TestContext.Current.CancellationToken)).ShouldBeLessThan(Respond.EndlessBytes);
    }

    [Theory]
    [InlineData("webclient-sync")]
    [InlineData("webclient-async")]
    [InlineData("string-jsonconvert")]
    [InlineData("get-stream-stj")]
    [InlineData("get-from-json")]
    public async Task LargestBodyWithCharactersSplitOverPackets_GetCustomer_Returns200(string strategy)
    {
        var name = new string('€', 20_000);
        var frontend = await frontends.GetAsync(Respond.WithCustomer(
            context => SendPaddedAsync(context, MaxResponseBytes, hasLength: false, name)));

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}");

        status.ShouldBe(200, body);
        System.Text.Json.JsonDocument.Parse(body).RootElement.GetProperty("name").GetString().ShouldBe(name);
    }

    [Theory]
    [InlineData("webclient-sync")]
    [InlineData("webclient-async")]
    [InlineData("string-jsonconvert")]
    [InlineData("get-stream-stj")]
    public async Task BodyThatDrips_GetCustomer_EndsTheReadAtTheTimeLimit(string strategy)
    {
        var ended = new TaskCompletionSource();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            context.RequestAborted.Register(() => ended.TrySetResult());
            return Respond.Dripping(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:00:00.4"));

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 504);

        await ended.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData("2")]
    [InlineData("2-multi")]
    public async Task BackendWithoutHttp2_GetCustomer_Returns502(string http)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?http={http}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Unreachable, problem.GetRawText());
    }

    [Theory]
    [MemberData(nameof(StrategyData.Representatives), MemberType = typeof(StrategyData))]
    public async Task BackendDown_GetCustomer_Returns502(string strategy)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Unreachable);
    }

    [Theory]
    [MemberData(nameof(StrategyData.Representatives), MemberType = typeof(StrategyData))]
    public async Task ConnectionsReset_GetCustomer_Return502(string strategy)
    {
        using var backend = new ResettingBackend();
        await using var frontend = new FrontendUnderTest(backend.Address);

        for (var i = 0; i < 50; i++)
            await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);
    }

    [Theory]
    [InlineData("sequential")]
    [InlineData("parallel")]
    public async Task OneOrderFails_GetCustomer_Returns502WithThePathOfTheOrder(string fanOut)
    {
        var frontend = await frontends.GetAsync(context =>
            context.Request.Path.Value!.EndsWith("12", StringComparison.Ordinal)
                ? Respond.WithReset(context)
                : BackendDocuments.SendAsync(context));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?fanout={fanOut}", 502);

        problem.GetProperty("detail").GetString()!.ShouldContain("/api/customer/1/order/12");
    }

    [Theory]
    [InlineData("/api/customer/nobody")]
    [InlineData("/nowhere")]
    public async Task UnknownRoute_Get_ReturnsAProblemDocument(string path) =>
        await (await frontends.GetAsync(BackendDocuments.SendAsync)).GetProblemAsync(path, 404);

    // Backend:Timeout is short only if the test expects a timeout: a busy machine might reach a short timeout in every
    // test.
    private Task<FrontendUnderTest> GetFrontendAsync(string fault, HttpProtocols protocols) => frontends.GetAsync(
        Faults[fault].Respond, protocols, ("Backend:Timeout", Faults[fault].Status is 504 ? "00:00:00.4" : "00:01:00"));

    private static async Task ShouldReturnMatchingProblemAsync(FrontendUnderTest frontend, string flags, string fault)
    {
        var problem = await frontend.GetProblemAsync($"/api/customer/1?{flags}", Faults[fault].Status);

        problem.GetProperty("title").GetString().ShouldBe(Faults[fault].Title, problem.GetRawText());
    }

    /// <summary>Reads only the lines that it sums: after many tests, the metrics of a shared front-end are long.</summary>
    private static async Task<double> CountCallsAsync(FrontendUnderTest frontend, string outcome) =>
        (await frontend.GetAsync("/metrics")).Body.Split('\n')
            .Where(line => line.StartsWith("backend_call_duration_seconds_count{", StringComparison.Ordinal)
                && line.Contains(outcome, StringComparison.Ordinal))
            .Sum(line => double.Parse(line.Split(' ')[^1], CultureInfo.InvariantCulture));

    private static RequestDelegate OnlyForOrders(RequestDelegate respond) => context =>
        BackendDocuments.IsOrderPath(context.Request.Path) ? respond(context) : BackendDocuments.SendAsync(context);

    private static RequestDelegate Redirect(string location) => context =>
    {
        if (context.Request.QueryString.HasValue)
            return BackendDocuments.SendAsync(context);
        context.Response.Redirect(location);
        return BackendDocuments.SendAsync(context);
    };

    private static async Task SendGzip(HttpContext context)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        context.Response.Headers.ContentEncoding = "gzip";
        await using var gzip = new GZipStream(context.Response.Body, CompressionLevel.Fastest);
        await gzip.WriteAsync(BackendDocuments.Encode(context, BackendDocuments.GetCustomer(1)));
    }

    /// <summary>Responds with a customer and as many spaces as make the body as long as given, in small pieces.</summary>
    private static async Task SendPaddedAsync(HttpContext context, int bytes, bool hasLength, string name = "Ada")
    {
        var document = Encoding.UTF8.GetBytes(
            BackendDocuments.GetCustomer(1).Replace("Ada", name, StringComparison.Ordinal));
        context.Response.ContentType = "application/json";
        context.Response.ContentLength = hasLength ? bytes : null;
        byte[] body = [.. document, .. Enumerable.Repeat((byte)' ', bytes - document.Length)];
        foreach (var piece in body.Chunk(1_000))
        {
            await context.Response.Body.WriteAsync(piece, context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
        }
    }

    /// <param name="Respond">How the back-end responds.</param>
    /// <param name="Status">The status that the front-end must return.</param>
    /// <param name="Title">The title of the problem that the front-end must return.</param>
    /// <param name="Outcome">The label that the call must have in the metrics.</param>
    private sealed record BackendFault(RequestDelegate Respond, int Status, string Title, string Outcome);
}
