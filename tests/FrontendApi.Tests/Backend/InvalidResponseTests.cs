using System.Globalization;
using System.Text;
using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that every strategy rejects a response that is too large, is not JSON in UTF-8, or is not the requested
/// document, even if the parser of the strategy would accept it.
/// </summary>
[TimeLimit(60)]
public sealed class InvalidResponseTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Json = "application/json; charset=utf-8";
    private const string Title = "The back-end sent an invalid response";
    private const int MaxResponseBytes = 65_536;

    /// <summary>The length of an endless body: more bytes than all buffers on the way to the front-end take.</summary>
    private const long EndlessBytes = 64_000_000;

    private static readonly Dictionary<string, RequestDelegate> Responses = new()
    {
        ["byte that is not UTF-8"] = Send(Json, Encoding.Latin1.GetBytes(NameCustomer("Zoë"))),
        ["character cut off at the end"] = Send(Json, [.. Encoding.UTF8.GetBytes(NameCustomer("Zoe")), 0xE2, 0x82]),
        ["charset iso-8859-1"] = Send("application/json; charset=iso-8859-1", NameCustomer("Zoe")),
        ["charset utf-16"] = Send("application/json; charset=utf-16", Encoding.Unicode.GetBytes(NameCustomer("Zoe"))),
        ["unknown charset"] = Send("application/json; charset=nonsense", NameCustomer("Zoe")),
        ["HTML"] = Send("text/html", NameCustomer("Zoe")),
        ["no content type"] = Send(null, NameCustomer("Zoe")),
        ["gzip that nobody asked for"] = SendEncoded,
        ["other id"] = SendCustomer(BackendDocuments.GetCustomer(2)),
        ["too large, with Content-Length"] = SendLarge(withLength: true),
        ["too large, without Content-Length"] = SendLarge(withLength: false),
        ["101 orders"] = SendCustomer(BackendDocuments.GetCustomer(1).Replace(
            "[11,12,13]", $"[{string.Join(',', Enumerable.Range(1, 101))}]", StringComparison.Ordinal)),
        ["other order id"] = SendOrder("\"id\":12", "\"id\":99"),
        ["order of another customer"] = SendOrder("\"customerId\":1", "\"customerId\":2"),
    };

    public static TheoryData<string, string> StrategiesAndResponses
    {
        get
        {
            var cases = new MatrixTheoryData<string, string>(StrategyCatalog.Names, Responses.Keys);
            return new(cases.Select(row => row.Data));
        }
    }

    public static TheoryData<string, int, string> StrategiesAndEndlessBodies
    {
        get
        {
            var cases = new MatrixTheoryData<string, int, string>(StrategyCatalog.Names, [200, 500], ["x", " "]);
            return new(cases.Select(row => row.Data));
        }
    }

    [Theory]
    [MemberData(nameof(StrategiesAndResponses))]
    public async Task InvalidResponse_GetCustomer_Returns502(string strategy, string response)
    {
        var frontend = await GetFrontendAsync(Responses[response]);
        var before = await CountInvalidBodiesAsync(frontend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Title);
        (await CountInvalidBodiesAsync(frontend)).ShouldBe(before + 1);
    }

    /// <summary>Tests times that Json.NET reads, but cannot represent.</summary>
    [Theory]
    [InlineData("2013-05-06T07:08:09+99:00")]
    [InlineData("9999-12-31T24:00:00Z")]
    public async Task TimeOutOfRange_GetCustomer_Returns502ForEveryStrategy(string time)
    {
        var customer = BackendDocuments.GetCustomer(1)
            .Replace("2013-05-06T07:08:09.1234567+02:00", time, StringComparison.Ordinal);
        customer.ShouldContain(time);
        await using var backend = await StubBackend.StartAsync(Send(Json, customer));
        await using var frontend = new FrontendUnderTest(backend.Address);

        foreach (var strategy in StrategyCatalog.Names)
            await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);
    }

    /// <summary>
    /// What a parser accepts beyond JSON is a part of what its strategies show. None of it may cause a status 500.
    /// </summary>
    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task ControlCharactersCommentsAndSingleQuotes_GetCustomer_AreAcceptedByJsonNetOnly(string strategy)
    {
        var summary = StrategyCatalog.Get(strategy).Summary;
        var usesJsonNet = summary.Contains("JsonConvert") || summary.Contains("ReadAsAsync");
        var customer = BackendDocuments.GetCustomer(1);
        string[] documents = [NameCustomer("A\0\u0001a"), $"/* ! */{customer}", customer.Replace('"', '\'')];
        foreach (var document in documents)
        {
            await using var backend = await StubBackend.StartAsync(Send(Json, document));
            await using var frontend = new FrontendUnderTest(backend.Address);

            var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}");

            status.ShouldBe(usesJsonNet ? 200 : 502, body);
        }
    }

    [Theory]
    [MemberData(nameof(StrategiesAndEndlessBodies))]
    public async Task EndlessBody_GetCustomer_Returns502AndIsNotReadToItsEnd(string strategy, int status, string text)
    {
        var sent = 0L;
        var frontend = await GetFrontendAsync(async context =>
        {
            context.Response.StatusCode = status;
            context.Response.ContentType = BackendDocuments.GetMediaType(context);
            var part = "{\"name\":\"" + string.Concat(Enumerable.Repeat(text, 100_000));
            while (!context.RequestAborted.IsCancellationRequested && sent < EndlessBytes)
            {
                await context.Response.WriteAsync(part, context.RequestAborted);
                sent += part.Length;

                // Once the connection is closed, writing takes no time, and the server hears of it a little later.
                await Task.Delay(1);
            }
        });

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe(status is 200 ? Title : "The back-end failed");
        sent.ShouldBeLessThan(EndlessBytes);
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task LargestResponseWithCharactersSplitOverPackets_GetCustomer_Returns200(string strategy)
    {
        var name = new string('€', 20_000);
        await using var backend = await StubBackend.StartAsync(context =>
            BackendDocuments.IsOrderPath(context.Request.Path)
            ? BackendDocuments.SendAsync(context)
            : SendInPiecesAsync(
                context, BackendDocuments.EncodePadded(context, NameCustomer(name), MaxResponseBytes)));
        await using var frontend = new FrontendUnderTest(backend.Address);

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}");

        status.ShouldBe(200, body);
        System.Text.Json.JsonDocument.Parse(body).RootElement.GetProperty("name").GetString().ShouldBe(name);
    }

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task Redirect_GetCustomer_Returns502AndIsNotFollowed(string strategy)
    {
        await using var elsewhere = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        foreach (var location in (string[])[elsewhere.Address + "/api/customer/1", "file:///etc/hostname", "//["])
        {
            foreach (var redirect in (int[])[301, 302, 307])
            {
                var frontend = await GetFrontendAsync(context =>
                {
                    context.Response.StatusCode = redirect;
                    context.Response.Headers.Location = location;
                    return BackendDocuments.SendAsync(context);
                });

                var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

                problem.GetProperty("title").GetString().ShouldBe("The back-end failed", location);
            }
        }

        elsewhere.Requests.ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(StrategyData.OrderCallStrategies), MemberType = typeof(StrategyData))]
    public async Task SlowOrders_GetCustomer_Returns504AtTheTimeLimitOfTheAggregate(string strategy)
    {
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            await Task.Delay(TimeSpan.FromMilliseconds(200), context.RequestAborted);
            await BackendDocuments.SendAsync(context);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:AggregateTimeout", "00:00:00.3"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 504);

        problem.GetProperty("detail").GetString()!.ShouldContain("Backend:AggregateTimeout");
        backend.Requests.Count.ShouldBeLessThan(4);
    }

    private Task<FrontendUnderTest> GetFrontendAsync(RequestDelegate respond) =>
        frontends.GetAsync(respond, HttpProtocols.Http1AndHttp2, "00:01:00");

    /// <summary>
    /// Reads only the lines that it sums: after many tests, the metrics of the shared front-end are long.
    /// </summary>
    private static async Task<double> CountInvalidBodiesAsync(FrontendUnderTest frontend) =>
        (await frontend.GetAsync("/metrics")).Body.Split('\n')
            .Where(line => line.StartsWith("backend_call_duration_seconds_count{", StringComparison.Ordinal)
                && line.Contains("outcome=\"bad_body\"", StringComparison.Ordinal))
            .Sum(line => double.Parse(line.Split(' ')[^1], CultureInfo.InvariantCulture));

    private static string NameCustomer(string name) =>
        BackendDocuments.GetCustomer(1).Replace("Ada", name, StringComparison.Ordinal);

    private static RequestDelegate SendCustomer(string json) => context => BackendDocuments.SendAsync(
        context,
        BackendDocuments.IsOrderPath(context.Request.Path) ? BackendDocuments.Get(context.Request.Path) : json);

    private static RequestDelegate Send(string? contentType, string body) =>
        Send(contentType, Encoding.UTF8.GetBytes(body));

    private static RequestDelegate Send(string? contentType, byte[] body) => async context =>
    {
        if (BackendDocuments.IsOrderPath(context.Request.Path))
        {
            await BackendDocuments.SendAsync(context);
            return;
        }

        context.Response.ContentType = contentType;
        await context.Response.Body.WriteAsync(body);
    };

    private static Task SendEncoded(HttpContext context)
    {
        context.Response.Headers.ContentEncoding = "gzip";
        return BackendDocuments.SendAsync(context);
    }

    private static RequestDelegate SendOrder(string text, string replacement) => context =>
    {
        var document = BackendDocuments.Get(context.Request.Path);
        var path = context.Request.Path.Value!;
        return BackendDocuments.SendAsync(
            context, path.EndsWith("/12", StringComparison.Ordinal) || path.Contains("orders")
            ? document.Replace(text, replacement, StringComparison.Ordinal)
            : document);
    };

    private static RequestDelegate SendLarge(bool withLength) => context =>
    {
        var body = BackendDocuments.EncodePadded(context, BackendDocuments.GetCustomer(1), MaxResponseBytes + 1);
        context.Response.ContentLength = withLength ? body.Length : null;
        return Send(BackendDocuments.GetMediaType(context), body)(context);
    };

    private static async Task SendInPiecesAsync(HttpContext context, byte[] body)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        foreach (var piece in body.Chunk(1_000))
        {
            await context.Response.Body.WriteAsync(piece);
            await context.Response.Body.FlushAsync();
        }

        BackendDocuments.AppendTrailers(context);
    }
}
