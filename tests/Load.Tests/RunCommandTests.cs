namespace Load.Tests;

public sealed class RunCommandTests : LoadToolTests
{
    [Fact]
    public async Task Run_MixedStatuses_CountsEachStatus()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = (Interlocked.Increment(ref n) % 4) switch { 0 => 503, 1 => 404, _ => 200 };
            return Task.CompletedTask;
        });

        var exit = await Tool.RunAsync(server.Url, "-n 400 --expect 200,404");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Error);
        Tool.Output.ShouldContain("100 of 400");
        Tool.Output.ShouldMatch(@"✓ 200 +200 .*50\.00 %");
        Tool.Output.ShouldMatch(@"✓ 404 +100 .*25\.00 %");
        Tool.Output.ShouldMatch(@"✗ 503 +100 .*25\.00 %");
        (await Tool.ReadRunAsync()).UnexpectedStatuses!.Keys.ShouldBe(["503"]);
    }

    [Fact]
    public async Task Run_Variants_SendsEachAloneAndTheFirstAgainAndDecidesNothing()
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await Tool.InvokeAsync(
            "run", server.Url + "/a", "--vary", "x=1,2", "--parade", "200ms", "-c", "2", "--monitor", "target");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        // One request to see that they answer, two warm-ups, and the parade.
        ReadOrder(server).ShouldBe(['1', '2', '1', '2', '1', '2', '1', '2', '1']);
        Tool.Output.ShouldContain("  parade     2 variants, one after another, 0.2 s each, ");
        Tool.Output.ShouldMatch(@"\n  variant +req/s +p50 ms +p99 ms +CPU ms +kB\n  1 +\d.*\n  2 +\d.*\n  1 +\d");
        Tool.Output.ShouldMatch(@"the last turn of 1 differ by \d+ %\. load compare decides\.\n$");
        Directory.GetFileSystemEntries(Tool.Folder).ShouldBeEmpty();
    }

    private static IEnumerable<char> ReadOrder(MeteredServer server)
    {
        var sent = server.RequestedPaths.Where(path => path.StartsWith("/a", StringComparison.Ordinal)).ToArray();
        return sent.Where((path, i) => i == 0 || sent[i - 1] != path).Select(path => path[^1]);
    }

    [Fact]
    public async Task Run_FileOfTheResultCannotBeWritten_KeepsTheFiguresAndIsInvalid()
    {
        var folder = Path.Combine(Tool.Folder, "out");
        await using var server = await TestServer.StartAsync(context =>
        {
            // A file takes the place of the folder.
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
            File.WriteAllText(folder, "");
            return TestServer.HelloAsync(context);
        });

        var exit = await Tool.InvokeAsync("run", server.Url, "-n", "20", "-c", "1", "--out", folder);

        exit.ShouldBe(ExitCode.WriteError, Tool.Output);
        Tool.Output.ShouldNotMatch("(?<!IN)VALID");
        Tool.Error.ShouldStartWith("cannot write: ");
        Tool.Output.ShouldContain("INVALID");
    }

    [Fact]
    public async Task Run_ToolUsesTooMuchCpu_IsInvalidAndFewRequestsHaveNoHighPercentiles()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var cpu = TimeSpan.Zero;
        using var busy = new LoadTool { GetOwnCpuTime = () => cpu += TimeSpan.FromDays(1) };

        var exit = await busy.RunAsync(server.Url, "-n 100 -c 1 --delay 12ms");

        exit.ShouldBe(ExitCode.InvalidResult);
        busy.Output.ShouldContain("INVALID");
        busy.Output.ShouldContain("fewer connections");
        busy.Output.ShouldMatch(@"\n +90 % +\d");
        busy.Output.ShouldMatch(@"\n +95 % +–");
        busy.Output.ShouldMatch(@"\n +99\.99 % +–");
    }

    [Fact]
    public async Task Run_OutIsADash_PrintsOnlyTheResultToStandardOutput()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(server.Url, "-n 100 -c 1 --out -");

        Tool.ShouldHaveMeasured(exit);
        Tool.Output.Split('\n').ShouldBe([Tool.Output.Trim(), ""]);
        JsonSerializer.Deserialize(Tool.Output, ResultJson.Default.Result)!.Variants[0].Requests.ShouldBe(100);
        Tool.Error.ShouldContain("VALID");
        Directory.GetFileSystemEntries(Tool.Folder).ShouldBeEmpty();
    }

    [Fact]
    public async Task DryRun_Template_IsSentToGivenHostWithContentHeadersOfTemplate()
    {
        var file = new TempFile(
            ".http",
            "PUT /orders/{{{id:RAND_INTEGER:[7:7]}}} HTTP/1.1\r\nContent-Type: application/json\r\n"
            + "Content-Language: en\r\n\r\n{ \"id\": {{{id}}} }\r\n");

        await using var server = await EchoServer.StartAsync();

        var exit = await Tool.InvokeAsync("dry-run", server.Url, "-t", file.Path, "-H", "X-More: a: b");

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        var got = server.ReceivedRequests.ShouldHaveSingleItem();
        (got.Method, got.Path, got.Body).ShouldBe(("PUT", "/orders/7", "{ \"id\": 7 }"));
        (got.Headers["Content-Type"], got.Headers["Content-Language"], got.Headers["X-More"])
            .ShouldBe(("application/json", "en", "a: b"));
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
}
