namespace Load.Tests;

public sealed class RequestTests : LoadToolTests
{
    [Fact]
    public async Task DryRun_AnyMethodAndBody_ServerReceivesSameMethodAndBody()
    {
        var got = await DryRunAsync("/x", "-m", "PROPFIND", "-H", "X-One: 1", "-H", "X-Two: a: b", "--body", "<x/>");

        (got.Method, got.Path, got.Body).ShouldBe(("PROPFIND", "/x", "<x/>"));
        (got.Headers["X-One"], got.Headers["X-Two"]).ShouldBe(("1", "a: b"));
    }

    [Fact]
    public async Task DryRun_Template_IsSentToGivenHostWithContentHeadersOfTemplate()
    {
        var file = new TempFile(
            ".http",
            "PUT /orders/{{{id:RAND_INTEGER:[7:7]}}} HTTP/1.1\r\nContent-Type: application/json\r\n"
            + "Content-Language: en\r\n\r\n{ \"id\": {{{id}}} }\r\n");

        var got = await DryRunAsync("", "-t", file.Path, "-H", "X-More: 1");

        (got.Method, got.Path, got.Body).ShouldBe(("PUT", "/orders/7", "{ \"id\": 7 }"));
        (got.Headers["Content-Type"], got.Headers["Content-Language"], got.Headers["X-More"])
            .ShouldBe(("application/json", "en", "1"));
    }

    [Fact]
    public async Task Run_SeveralUrls_SpreadsRequestsEvenly()
    {
        await using var first = await TestServer.StartAsync(TestServer.HelloAsync);
        await using var second = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(first.Url + "/a", $"-u {second.Url}/b -u {second.Url}/c -n 30 -c 7");

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        first.RequestedPaths.ShouldBe(Enumerable.Repeat("/a", 10));
        second.RequestedPaths.Order().ShouldBe([.. Enumerable.Repeat("/b", 10), .. Enumerable.Repeat("/c", 10)]);
    }

    [Theory]
    [InlineData("200,404", 0)]
    [InlineData("404", 3)]
    [InlineData("/or.ers/", 0)]
    [InlineData("/^x/", 3)]
    public async Task Run_ExpectOption_DecidesWhichResponsesAreErrors(string expected, int exit)
    {
        const string body = """{"orders":[{"n":1},{"id":2}]}""";
        await using var server = await TestServer.StartAsync(context => context.Response.WriteAsync(body));

        (await Tool.RunAsync(server.Url, "-n 20", "--expect", expected)).ShouldBe(exit, Tool.Output);

        Tool.Output.ShouldMatch(expected == "404" ? "▲ 200 +20 " : "✓ 200 +20 ");
        Tool.Output.Contains("check failed 20", StringComparison.Ordinal)
            .ShouldBe(exit != 0 && expected != "404");
    }

    [Fact]
    public async Task Run_StoppedDuringThinkTime_EndsAtOnce()
    {
        using var stop = new CancellationTokenSource();
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.OnCompleted(stop.CancelAsync);
            return TestServer.HelloAsync(context);
        });

        var exit = await Tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "-c", "1", "--delay", "1h", "--warmup", "0s"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        server.RequestedPaths.Count.ShouldBe(1);
    }

    private async Task<ReceivedRequest> DryRunAsync(string path, params string[] options)
    {
        await using var server = await EchoServer.StartAsync();
        (await Tool.InvokeAsync(["dry-run", "-u", server.Url + path, .. options]))
            .ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        return server.ReceivedRequests.ShouldHaveSingleItem();
    }
}
