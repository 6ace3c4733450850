using System.Text.RegularExpressions;
using Load.Cli;
using Load.Tests.Hosting;

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

        var exit = await Tool.RunAsync(server.Url, "-n 4000");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Error);
        Tool.Output.ShouldContain("2 000 of 4 000");
        Tool.Output.ShouldMatch(@"✓ 200 +2 000 .*50\.00 %");
        Tool.Output.ShouldMatch(@"▲ 404 +1 000 .*25\.00 %");
        Tool.Output.ShouldMatch(@"✗ 503 +1 000 .*25\.00 %");
    }

    [Fact]
    public async Task Run_NotFoundIsExpectedStatus_CountsNotFoundAsSuccess()
    {
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = 404;
            return Task.CompletedTask;
        });

        var exit = await Tool.RunAsync(server.Url, "-n 100 --expect-status 404");

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        Tool.Output.ShouldMatch(@"✓ 404 +100 ");
        (await Tool.ReadRunAsync()).UnexpectedStatuses.ShouldBeEmpty();
    }

    [Fact]
    public async Task Run_FewRequests_OmitsHighPercentiles()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.RunAsync(server.Url, "-n 100");

        Tool.Output.ShouldMatch(@"\n +90 % +below +\d");
        Tool.Output.ShouldMatch(@"\n +95 % +below +–");
        Tool.Output.ShouldMatch(@"\n +99\.99 % +below +–");
    }

    [Fact]
    public async Task Run_ToolUsesTooMuchCpu_IsInvalid()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        using var busy = new LoadTool { GetOwnCpuTime = new SteppingClock(TimeSpan.FromDays(1)).Next };

        var exit = await busy.RunAsync(server.Url, "--duration 1s");

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

        var exit = await Tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "-n", "1000000", "-c", "2", "--warmup", "0s"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted);
        Tool.Output.ShouldContain("CUT SHORT");
        Regex.Match(Tool.Output, @"✓ 200 +(\d+)").Groups[1].Value.ShouldBe($"{n}");
    }

    private sealed class SteppingClock(TimeSpan step)
    {
        private TimeSpan _now;

        public TimeSpan Next() => _now += step;
    }
}
