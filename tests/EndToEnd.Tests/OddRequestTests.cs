namespace EndToEnd.Tests;

/// <summary>Tests what the public port of each service gives to those who look for more than its routes.</summary>
[Slow]
[TimeLimit(120)]
public sealed class OddRequestTests
{
    private static readonly string[] Methods =
        ["GET", "HEAD", "POST", "OPTIONS", "TRACE", "DELETE", "PROPFIND", "get", "GET\t", "X!"];

    /// <summary>{0} is the management port.</summary>
    private static readonly string[] Targets =
    [
        "/metrics", "/metrics/", "//metrics", "/METRICS", "/%6Detrics", "/api/../metrics", "/./metrics", "/metrics;x",
        "/metrics%00", "/metrics?strategy=grpc", "http://127.0.0.1:{0}/metrics", "http://u:p@localhost:{0}/metrics",
        "/health/live", "/health/ready", "/health/../health/live", "/faults", "/faults/", "/%66aults", "*", "{0}", "?",
        "/appsettings.json", "/docs/../appsettings.json", "/docs/..%2f..%2fappsettings.json", "/docs/%2e%2e/x",
        "/openapi/v2.json", "/openapi/..%2fv1.json", "/api/customer/-1", "/api/customer/0x1", "/api/customer/1;a=b",
        "/api/customer/99999999999999999999", "/api/customer/%E0%A5%A7", "/api/customer/1/", "/api/customer/1%2forder",
        "/api/customer/1?strategy=grpc&strategy=refit", "/api/customer/1?%00=%00&%FF", "/api/customer/1?strategy",
        "/api/customer/1?strategy[]=x&=&&&", "/api/strategies?x=1", "/ingest/event", "/ingest/data?mode=sync",
    ];

    private static readonly string[] Headers =
    [
        "Host: x\r\n", "Host: 127.0.0.1:{0}\r\n", "Host: x\r\nX-Forwarded-Port: {0}\r\nForwarded: host=localhost:{0}\r\n",
        "Host: x\r\nX-Original-URL: /metrics\r\nX-Rewrite-URL: /metrics\r\nX-HTTP-Method-Override: GET\r\n",
        "Host: x\r\nAccess-Control-Request-Method: DELETE\r\nAccess-Control-Request-Headers: x-faults-token\r\n",
        "Host: x\r\nRange: bytes=0-,1-\r\nIf-None-Match: *\r\nAccept: ;;;\r\nExpect: x\r\n", "Host: \r\n", "",
    ];

    [Fact]
    public async Task OddRequests_ToThePublicPort_GetNoServerErrorAndNothingOfTheManagementPort()
    {
        var (front, back) = (FreePort.FindAddress().Port, FreePort.FindAddress().Port);
        await using var backend = new ServiceFactory<BackendMetrics>(
            ("Data:Customers", "3"), ("Management:Port", $"{back}"), ("Faults:Token", "secret"));
        await using var frontend = new ServiceFactory<FrontendMetrics>(
            ("Backend:BaseAddress", $"{backend.Address}"), ("Management:Port", $"{front}"));

        foreach (var (service, management) in new[] { (backend.Address, back), (frontend.Address, front) })
        {
            var statuses = new ConcurrentBag<string>();
            var requests =
                from target in Targets
                from method in Methods
                from headers in Headers
                select string.Format(
                    CultureInfo.InvariantCulture, $"{method} {target} HTTP/1.1\r\n{headers}", management)
                    + "Origin: http://evil.example\r\nConnection: close\r\n\r\n";
            await Parallel.ForEachAsync(
                requests, TestContext.Current.CancellationToken, async (request, stop) =>
                {
                    var response = await RawRequest.SendAsync(
                        service, Encoding.UTF8.GetBytes(request), Timeout.InfiniteTimeSpan, stop);
                    var answer = $"{request}{response}";
                    response.ShouldStartWith("HTTP/1.1 ", Case.Sensitive, answer);
                    response.ShouldNotStartWith("HTTP/1.1 5", Case.Sensitive, answer);
                    foreach (var word in (string[])["Access-Control", "# TYPE", "Healthy", "AllowedHosts", "Faults:"])
                        response.ShouldNotContain(word, Case.Sensitive, answer);
                    statuses.Add(response[9..12]);
                });

            foreach (var status in (string[])["200", "400", "404", "405"])
                statuses.ShouldContain(status);
            using var client = new HttpClient();
            (await client.GetStringAsync($"http://127.0.0.1:{management}/health/live",
                TestContext.Current.CancellationToken)).ShouldBe("Healthy");
        }
    }
}
