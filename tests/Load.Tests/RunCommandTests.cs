using System.Net.Sockets;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Http.Parameters;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class RunCommandTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    public async Task Run_FixedRequestCount_SendsSameIdsAtAnyConcurrency(int connections)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var url = server.Url + "/{{{id:RAND_INTEGER:[1:100000]}}}";

        var exit = await _tool.InvokeAsync(
            "run", "-u", url, "-n", "1000", "--seed", "7", "-c", $"{connections}", "--warmup", "0s");

        exit.ShouldBe(ExitCode.Ok, _tool.Error);
        server.RequestedPaths.Count.ShouldBe(1000);
        server.RequestedPaths.Order().ShouldBe(ExpectedPaths().Order());
        _tool.Output.ShouldContain("1 000 in");
        _tool.Output.ShouldMatch(@"✓ 200 +1 000 ");
    }

    [Fact]
    public async Task Run_MixedStatuses_CountsEachStatus()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = (Interlocked.Increment(ref n) % 4) switch { 0 => 503, 1 => 404, _ => 200 };
            return Task.CompletedTask;
        });

        var exit = await _tool.InvokeAsync("run", "-u", server.Url, "-n", "400", "--warmup", "0s");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Error);
        _tool.Output.ShouldContain("200 of 400");
        _tool.Output.ShouldMatch(@"✓ 200 +200 .*50\.00 %");
        _tool.Output.ShouldMatch(@"▲ 404 +100 .*25\.00 %");
        _tool.Output.ShouldMatch(@"✗ 503 +100 .*25\.00 %");
    }

    [Fact]
    public async Task Run_NotFoundIsExpectedStatus_CountsNotFoundAsSuccess()
    {
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = 404;
            return Task.CompletedTask;
        });

        var exit = await _tool.InvokeAsync(
            "run", "-u", server.Url, "-n", "100", "--warmup", "0s", "--expect-status", "404");

        exit.ShouldBe(ExitCode.Ok, _tool.Error);
        _tool.Output.ShouldMatch(@"✓ 404 +100 ");
        (await _tool.ReadResultAsync()).Variants[0].UnexpectedStatuses.ShouldBeEmpty();
    }

    public static TheoryData<string, string> BrokenResponses => new()
    {
        { "reset", "reset" },
        { "fin", "closed early" },
        { "fin in body", "closed early" },
        { "garbage", "protocol" },
        { "silence", "timeout" },
        { "silence in body", "timeout" },
    };

    [Theory]
    [MemberData(nameof(BrokenResponses))]
    public async Task Run_BrokenResponses_AreCountedByErrorKind(string ending, string kind)
    {
        await using var server = new RawServer((socket, stop) => SendBrokenResponseAsync(socket, ending, stop));

        var exit = await _tool.InvokeAsync(
            "run", "-u", server.Url, "-n", "4", "-c", "1", "--warmup", "0s",
            "--timeout", kind == "timeout" ? "300ms" : "1m");

        exit.ShouldBe(ExitCode.TargetUnreachable, _tool.Output);
        _tool.Error.ShouldContain($"{kind} 4");
    }

    [Fact]
    public async Task Run_TargetDown_ExplainsAndExits1()
    {
        var url = await RawServer.GetRefusingUrlAsync();

        var exit = await _tool.InvokeAsync("run", "-u", url, "-n", "3", "--warmup", "100ms");

        exit.ShouldBe(ExitCode.TargetUnreachable);
        _tool.Error.ShouldContain("refused");
        _tool.Error.ShouldContain("curl");
        _tool.Output.ShouldBeEmpty();
    }

    [Fact]
    public async Task Run_SomeConnectionsAborted_CountsResponsesAndErrors()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref n) % 2 == 0)
                context.Abort();
            return Task.CompletedTask;
        });

        await _tool.InvokeAsync("run", "-u", server.Url, "-n", "20", "-c", "1", "--warmup", "0s");

        _tool.Output.ShouldMatch(@"✓ 200 +10 ");
        _tool.Output.ShouldMatch("✗ (reset|closed early) 10");
    }

    [Fact]
    public async Task Run_FewRequests_OmitsHighPercentiles()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await _tool.InvokeAsync("run", "-u", server.Url, "-n", "100", "--warmup", "0s");

        _tool.Output.ShouldMatch(@"\n +90 % +below +\d");
        _tool.Output.ShouldMatch(@"\n +95 % +below +–");
        _tool.Output.ShouldMatch(@"\n +99\.99 % +below +–");
    }

    [Fact]
    public async Task Run_ToolUsesTooMuchCpu_IsInvalid()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        using var busy = new LoadTool { GetOwnCpuTime = new SteppingClock(TimeSpan.FromDays(1)).Next };

        var exit = await busy.InvokeAsync("run", "-u", server.Url, "--duration", "1s", "--warmup", "0s");

        exit.ShouldBe(ExitCode.InvalidResult);
        busy.Output.ShouldContain("INVALID");
        busy.Output.ShouldContain("fewer connections");
    }

    [Fact]
    public async Task Run_Cancelled_ReportsCompletedRequests()
    {
        using var stop = new CancellationTokenSource();
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref n) == 50)
                stop.Cancel();
            return TestServer.HelloAsync(context);
        });

        var exit = await _tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "-n", "1000000", "-c", "2", "--warmup", "0s"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted);
        _tool.Output.ShouldContain("CUT SHORT");
        Regex.Match(_tool.Output, @"✓ 200 +(\d+)").Groups[1].Value.ShouldBe($"{n}");
    }

    private static byte[] HalfResponse => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"u8.ToArray();

    private static IEnumerable<string> ExpectedPaths() => Enumerable.Range(0, 1000)
        .Select(i => $"/{new RandomInteger("id", 1, 100_000).GetValue(7, i)}");

    private static async Task SendBrokenResponseAsync(Socket socket, string ending, CancellationToken stop)
    {
        switch (ending)
        {
            case "reset":
                socket.LingerState = new LingerOption(true, 0);
                break;
            case "fin in body":
                await socket.SendAsync(HalfResponse, stop);
                break;
            case "garbage":
                await socket.SendAsync("SSH-2.0-OpenSSH_9.2\r\n\r\n"u8.ToArray(), stop);
                break;
            case "silence in body":
                await socket.SendAsync(HalfResponse, stop);
                await socket.ReceiveAsync(new byte[1], stop);
                break;
            case "silence":
                await socket.ReceiveAsync(new byte[1], stop);
                break;
        }
    }

    private sealed class SteppingClock(TimeSpan step)
    {
        private TimeSpan _now;

        public TimeSpan Next() => _now += step;
    }
}
