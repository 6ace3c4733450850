using System.Globalization;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Tests.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Load.Tests;

/// <summary>
/// Tests which requests are sent, which responses count as successes, and what the request log contains.
/// </summary>
public sealed class RequestTests : LoadToolTests
{
    [Theory]
    [InlineData("GET", null)]
    [InlineData("POST", "a=1&b=2")]
    [InlineData("PROPFIND", "<x/>")]
    public async Task DryRun_AnyMethodAndBody_ServerReceivesSameMethodAndBody(string verb, string? body)
    {
        await using var server = await EchoServer.StartAsync();

        string[] withBody = body is null ? [] : ["--body", body];
        var exit = await Tool.InvokeAsync(
            ["dry-run", "-u", server.Url + "/x", "-m", verb, "-H", "X-One: 1", "-H", "X-Two: a: b", .. withBody]);

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        var got = server.ReceivedRequests.ShouldHaveSingleItem();
        (got.Method, got.Path, got.Body).ShouldBe((verb, "/x", body ?? ""));
        (got.Headers["X-One"], got.Headers["X-Two"]).ShouldBe(("1", "a: b"));
    }

    [Fact]
    public async Task DryRun_Template_IsSentToGivenHostWithContentHeadersOfTemplate()
    {
        await using var server = await EchoServer.StartAsync();
        var file = new TempFile(
            ".http",
            "PUT /orders/{{{id:RAND_INTEGER:[7:7]}}} HTTP/1.1\r\nContent-Type: application/json\r\n"
            + "Content-Language: en\r\n\r\n{ \"id\": {{{id}}} }\r\n");

        var exit = await Tool.InvokeAsync("dry-run", "-t", file.Path, "-u", server.Url, "-H", "X-More: 1");

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        var got = server.ReceivedRequests.ShouldHaveSingleItem();
        (got.Method, got.Path, got.Body).ShouldBe(("PUT", "/orders/7", "{ \"id\": 7 }"));
        (got.Headers["Content-Type"], got.Headers["Content-Language"], got.Headers["X-More"])
            .ShouldBe(("application/json", "en", "1"));
    }

    [Fact]
    public async Task DryRun_TemplateWithAbsoluteUrl_NeedsNoUrlOption()
    {
        await using var server = await EchoServer.StartAsync();

        var exit = await Tool.InvokeAsync("dry-run", "-t", new TempFile(".http", $"GET {server.Url}/whole\n").Path);

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        server.ReceivedRequests.ShouldHaveSingleItem().Path.ShouldBe("/whole");
    }

    [Fact]
    public async Task DryRun_TemplateWithoutRequestLine_SendsPostToUrlOption()
    {
        await using var server = await EchoServer.StartAsync();

        await Tool.InvokeAsync(
            "dry-run", "-t", new TempFile(".txt", "Content-Type: text/plain\n\nhello").Path, "-u", server.Url + "/p");

        var got = server.ReceivedRequests.ShouldHaveSingleItem();
        (got.Method, got.Path, got.Body).ShouldBe(("POST", "/p", "hello"));
    }

    [Fact]
    public async Task Run_SeveralUrls_SpreadsRequestsEvenly()
    {
        await using var first = await TestServer.StartAsync(TestServer.HelloAsync);
        await using var second = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(
            first.Url + "/a", $"-u {second.Url}/b -u {second.Url}/c -n 30 -c 7");

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        first.RequestedPaths.Count(path => path == "/a").ShouldBe(10);
        second.RequestedPaths.Count(path => path == "/b").ShouldBe(10);
        second.RequestedPaths.Count(path => path == "/c").ShouldBe(10);
    }

    [Theory]
    [InlineData("--expect-status", "200,404", 0)]
    [InlineData("--expect-status", "404", 3)]
    [InlineData("--expect-regex", "or.ers", 0)]
    [InlineData("--expect-regex", "^x", 3)]
    [InlineData("--expect-json", "$.orders[*].id=1", 0)]
    [InlineData("--expect-json", "$.orders[*]=3", 3)]
    [InlineData("--expect-json", "$.missing", 3)]
    public async Task Run_ExpectOption_DecidesWhichResponsesAreErrors(string option, string expected, int exit)
    {
        const string body = """{"orders":[{"n":1},{"id":2}]}""";
        await using var server = await TestServer.StartAsync(context => context.Response.WriteAsync(body));

        (await Tool.RunAsync(server.Url, "-n 20", option, expected)).ShouldBe(exit, Tool.Output);

        Tool.Output.ShouldMatch(expected == "404" ? "▲ 200 +20 " : "✓ 200 +20 ");
        Tool.Output.Contains("check failed 20", StringComparison.Ordinal)
            .ShouldBe(exit != 0 && option != "--expect-status");
    }

    [Theory]
    [InlineData(1, 8)]
    [InlineData(3, 4)]
    public async Task Run_Http2_OpensConnectionsAndSharesThemAmongStreams(int expected, int streams)
    {
        var connections = new ConcurrentDictionary<string, bool>();
        var protocols = new ConcurrentDictionary<string, bool>();
        await using var server = await TestServer.StartAsync(
            context =>
            {
                connections[context.Connection.Id] = protocols[context.Request.Protocol] = true;
                return TestServer.HelloAsync(context);
            },
            protocols: HttpProtocols.Http2);

        var exit = await Tool.RunAsync(
            server.Url, $"-n 200 -c {expected} --streams {streams} --http-version 2");

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        protocols.Keys.ShouldBe(["HTTP/2"]);
        connections.Count.ShouldBe(expected);
        var result = await Tool.ReadResultAsync();
        (result.Model.Connections, result.Model.Streams ?? 1).ShouldBe((expected, streams));
        result.Variants[0].Timings!.ConnectionsOpened.ShouldBe(expected);
    }

    [Theory]
    [Slow]
    [InlineData("run")]
    [InlineData("compare")]
    public async Task Run_Http2Streams_ComparesRequestsInFlightWithConnectionsTimesStreams(string command)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, protocols: HttpProtocols.Http2);
        string[] load = command == "run"
            ? ["run", "-u", server.Url, "--duration", "1500ms"]
            : ["compare", "-u", server.Url, "--vary", "flag=a,b", "--rounds", "2", "--slice", "700ms"];

        await Tool.InvokeAsync(
            [.. load, "-c", "1", "--streams", "4", "--http-version", "2", "--warmup", "0s"]);

        var checks = (await Tool.ReadResultAsync()).Validity.Checks;
        checks.Single(check => check.Id == "littles-law").Value.ShouldContain(" of 4,");
    }

    [Fact]
    public async Task Run_LogOption_LogsEveryRequest()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = Interlocked.Increment(ref n) % 4 == 0 ? 503 : 200;
            return context.Response.WriteAsync("hello");
        });
        var rows = new TempFile(".csv", "id,text\n1,\"a\tb\nc\\\"\n2,d\n");
        var log = Path.ChangeExtension(rows.Path, ".log");

        await Tool.InvokeAsync(
            "run", "-u", server.Url + "/{{{id}}}?t={{{text}}}", "-f", rows.Path, "-n", "40", "-c", "4", "-l", log,
            "--warmup", "0s");

        var lines = (await File.ReadAllLinesAsync(log, TestContext.Current.CancellationToken))
            .Select(line => line.Split('\t')).ToArray();
        lines[0].ShouldBe(["start", "index", "status", "ms", "bytes", "id", "text"]);
        lines.Length.ShouldBe(41);
        lines.Skip(1).Select(line => line[0]).ShouldAllBe(start => Regex.IsMatch(start, @"^\d{4}-.*T.*\.\d{6}Z$"));
        lines.Skip(1).Select(line => int.Parse(line[1], CultureInfo.InvariantCulture)).Order()
            .ShouldBe(Enumerable.Range(0, 40));
        lines.Skip(1).Count(line => line[2] == "503").ShouldBe(10);
        lines.Skip(1).ShouldAllBe(line => double.Parse(line[3], CultureInfo.InvariantCulture) > 0 && line[4] == "5");
        lines.Skip(1).ShouldAllBe(
            line => int.Parse(line[1]) % 2 == 0 ? line[5] == "1" && line[6] == @"a\tb\nc\\" : line[6] == "d");
    }

    [Fact]
    public async Task Run_LogOptionWithTransportErrorsAndFailedChecks_LogsErrorNames()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref n) % 2 == 0)
                context.Abort();
            return context.Response.WriteAsync("hello");
        });
        var log = new TempFile(".tsv", "").Path;

        await Tool.RunAsync(server.Url, $"-n 10 -c 1 -l {log} --expect-regex bye");

        var statuses = (await File.ReadAllLinesAsync(log, TestContext.Current.CancellationToken)).Skip(1)
            .Select(line => line.Split('\t')[2]).ToArray();
        statuses.Count(status => status == "200 check failed").ShouldBe(5);
        statuses.Count(status => status is "reset" or "closed early").ShouldBe(5);
    }

    [Fact]
    public async Task Run_LogPathNotWritable_ReportsErrorBeforeSending()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.InvokeAsync("run", "-u", server.Url, "-l", Path.Combine(Environment.ProcessPath!, "x"));

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldStartWith("--log: error: cannot write to");
        server.RequestedPaths.ShouldBeEmpty();
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
}
