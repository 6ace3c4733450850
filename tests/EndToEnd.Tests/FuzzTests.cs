using BackendApi.Ingestion;

namespace EndToEnd.Tests;

/// <summary>
/// Sends random requests to each service, which are the same in every run: requests in which bytes were changed,
/// removed, repeated or exchanged for awkward ones. Others, unchanged, look for what only the management port has.
/// </summary>
[Slow]
[TimeLimit(120)]
public sealed class FuzzTests
{
    private const int RequestCount = 1_500;
    private const int Connections = 32;
    private const int Seed = 2014;
    private const string Traceparent = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);

    private static readonly string[] AwkwardTexts =
    [
        "\0", "\r\n", "\r\n\r\n", "%00", "\xC3\x28", "../", "//", "?", "&strategy=", "#", "99999999999", "-1",
        "ffffffff\r\n", "80000000\r\nabc", "0\r\n\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n",
        "Expect: 100-continue\r\n", "Upgrade: h2c\r\n", "HTTP/2.0", "[[[[", "\"", "\\ud800", "Host: \r\n", ":", " ", ";",
    ];

    private static readonly string[] PassedOnHeaders =
        ["tracestate", "baggage", "Request-Id", "Correlation-Context", "X-Faults-Token"];

    /// <summary>What only the management port has, and what no port has. {0} is the management port.</summary>
    private static readonly string[] RequestsForMore =
    [
        .. from target in (string[])
           [
               "/metrics", "//metrics", "/%6Detrics", "/api/../metrics", "/metrics;x", "http://127.0.0.1:{0}/metrics",
               "/health/live", "/health/../health/live", "/faults", "/%66aults", "*", "/appsettings.json",
               "/docs/..%2f..%2fappsettings.json", "/openapi/..%2fv1.json", "/api/customer/0x1",
               "/api/customer/99999999999999999999", "/api/customer/1?strategy=grpc&strategy=refit",
           ]
           from method in (string[])["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND"]
           from headers in (string[])
           [
               "Host: x\r\n", "Host: 127.0.0.1:{0}\r\n", "Host: x\r\nX-Forwarded-Port: {0}\r\nX-Original-URL: /metrics\r\n",
               "Host: x\r\nAccess-Control-Request-Method: DELETE\r\n",
           ]
           select $"{method} {target} HTTP/1.1\r\n{headers}Origin: http://evil.example\r\n\r\n",
    ];

    private static readonly string[] OfManagement = ["Access-Control", "# TYPE", "Healthy", "AllowedHosts", "Faults:"];

    private static string[] BackendRequests =>
    [
        "GET /api/customer/1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/customer/2/order/1 HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
        "GET /api/long-operation/async?ms=1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /openapi/v1.json HTTP/1.1\r\nHost: x\r\n\r\n",
        .. CreatePosts("/ingest/data"),
    ];

    private static string[] FrontendRequests =>
    [
        "GET /api/customer/1?strategy=get-from-json&client=shared&fanout=parallel HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/customer/2?strategy=webclient-async HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/customer/3?strategy=get-stream-stj&resilience=standard HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/strategies HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n\r\n",
        .. CreatePosts("/ingest/event?mode=async&client=factory"),
    ];

    [Fact]
    public async Task RandomRequests_SentToServices_CauseNoServerErrorAndGetNothingOfTheManagementPort()
    {
        var (back, front) = (FreePort.FindAddress(), FreePort.FindAddress());
        await using var backend = new ServiceFactory<BackendMetrics>(
            ("Data:Customers", "3"), ("Management:Port", $"{back.Port}"), ("Faults:Token", "secret"));
        await using var frontend = new ServiceFactory<FrontendMetrics>(
            ("Backend:BaseAddress", backend.Address.ToString()), ("Backend:HealthAddress", $"{back}"),
            ("Backend:Timeout", "00:00:30"), ("Management:Port", $"{front.Port}"));

        await SendRandomRequestsAsync(backend.Address, back, BackendRequests);
        await SendRandomRequestsAsync(frontend.Address, front, FrontendRequests);
    }

    // Kestrel accepts control characters in a header, and the clients reject some. HttpClient sends the headers of a
    // trace on by itself, also for WebClient, and more of them if the services export traces.
    [Theory]
    [InlineData("")]
    [InlineData("http://127.0.0.1:9")]
    public async Task ControlCharacterInHeaders_SentToServices_IsNoServerErrorWithAnyKindOfClient(string collector)
    {
        await using var backend = new ServiceFactory<BackendMetrics>(
            ("Data:Customers", "3"), ("Faults:Token", "secret"), ("OTEL_EXPORTER_OTLP_ENDPOINT", collector));
        await using var frontend = new ServiceFactory<FrontendMetrics>(
            ("Backend:BaseAddress", backend.Address.ToString()), ("OTEL_EXPORTER_OTLP_ENDPOINT", collector));
        foreach (var code in Enumerable.Range(1, 31).Append(127).Except([9, 10, 13]))
        {
            var headers = PassedOnHeaders.Select(name => $"{name}: a=b{(char)code}c").Prepend(Traceparent);
            foreach (var strategy in (string[])["webclient-sync", "webclient-async", "get-from-json"])
                await ShouldAnswerAsync("200", frontend.Address, $"/api/customer/1?strategy={strategy}", [.. headers]);
            await ShouldAnswerAsync("401", backend.Address, "/faults", $"X-Faults-Token: secret{(char)code}!");
        }
    }

    private static async Task ShouldAnswerAsync(string status, Uri service, string path, params string[] headers)
    {
        string[] lines = [$"GET {path} HTTP/1.1", "Host: x", .. headers, "\r\n"];
        var request = string.Join("\r\n", lines);
        GetStatus(await RawRequest.SendAsync(
            service, Encoding.Latin1.GetBytes(request), Timeout.InfiniteTimeSpan,
            TestContext.Current.CancellationToken)).ShouldBe(status, request);
    }

    private static string[] CreatePosts(string path) =>
    [
        $"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n"
            + "{\"data\":\"{}\"}",
        $"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\n"
            + "Transfer-Encoding: chunked\r\n\r\nd\r\n{\"data\":\"{}\"}\r\n0\r\nX-Trailer: 1\r\n\r\n",
    ];

    private static async Task SendRandomRequestsAsync(Uri service, Uri management, string[] valid)
    {
        var random = new Random(Seed);
        string[] forMore =
            [.. RequestsForMore.Select(text => text.Replace("{0}", $"{management.Port}", StringComparison.Ordinal))];
        string[] requests =
            [.. forMore, .. Enumerable.Range(0, RequestCount).Select(_ => CreateRequest(valid, random))];
        var answers = new ConcurrentBag<string>();
        // A service that hangs fails the test by its time limit.
        var options = new ParallelOptions
        {
            MaxDegreeOfParallelism = Connections,
            CancellationToken = TestContext.Current.CancellationToken,
        };
        await Parallel.ForEachAsync(requests, options, async (request, cancellation) =>
        {
            var response = await RawRequest.SendAsync(service, Encoding.Latin1.GetBytes(request), Patience, cancellation);
            var status = GetStatus(response);
            status.ShouldNotBe("500", request);
            OfManagement.Where(word => response.Contains(word, StringComparison.Ordinal)).ShouldBeEmpty(request + response);
            answers.Add(status);
        });

        foreach (var status in (string[])["200", "400", "404", "405", "415"])
            answers.ShouldContain(status);
        using var client = new HttpClient { BaseAddress = management };
        (await client.GetStringAsync("/health/ready", TestContext.Current.CancellationToken)).ShouldBe("Healthy");
    }

    private static string CreateRequest(string[] valid, Random random)
    {
        var request = valid[random.Next(valid.Length)];
        for (var changes = random.Next(4); changes > 0; changes--)
        {
            var at = random.Next(request.Length);
            var rest = request.Length - at;
            request = random.Next(4) switch
            {
                0 => request.Remove(at, 1).Insert(at, $"{(char)random.Next(256)}"),
                1 => request.Remove(at, Math.Min(random.Next(1, 20), rest)),
                2 => request.Insert(at, request.Substring(at, Math.Min(random.Next(1, 200), rest))),
                _ => request.Insert(at, AwkwardTexts[random.Next(AwkwardTexts.Length)]),
            };
            request = request is "" ? " " : request;
        }

        return request;
    }

    /// <returns>The status of the first response, or "none" if the service closed the connection.</returns>
    private static string GetStatus(string response) =>
        response.StartsWith("HTTP/1.1 ", StringComparison.Ordinal) ? response[9..12] : "none";
}
