namespace Load.Tests;

public sealed class HostileServerTests : LoadToolTests
{
    private const string Answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    [Fact]
    [Slow]
    public async Task Run_MetricsOfMonitoredProcessNeverEnd_EndsWithResult()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        await using var monitored = new HostileServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            await connection.SendForeverAsync($"10000\r\n{new string('.', 0x10000)}\r\n");
        });

        await Tool.RunAsync(server.Url, $"-n 20 --monitor db={monitored.Url}");

        (await Tool.ReadRunAsync()).Statuses["200"].ShouldBe(20, Tool.Output);
    }

    [Theory]
    [Slow]
    [TimeLimit(120)]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task Run_ProcessReceivesSignal_WritesResultOfRequestsSoFar(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        var enough = new TaskCompletionSource();
        var answered = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref answered) is 100)
                enough.SetResult();
            return TestServer.HelloAsync(context);
        });

        var outcome = await LoadProcess.RunAsync(
            // At this rate, the tool needs little CPU, so that no check of it can hide that the run was cut short.
            [
                "run", "-u", server.Url, "--duration", "1h", "--rate", "100/s", "--warmup", "0s", "--limit",
                "lateness=1m",
            ],
            TestContext.Current.CancellationToken,
            async process =>
            {
                await enough.Task.WaitAsync(TestContext.Current.CancellationToken);
                await LoadProcess.SignalAsync(process, signal);
            });

        outcome.ExitCode.ShouldBe(ExitCode.RunInterrupted, outcome.Text);
        outcome.Text.ShouldContain("CUT SHORT");
        outcome.Result.Variants[0].Statuses["200"].ShouldBeInRange(90, answered);
    }

    [Fact]
    public async Task Run_StoppedWhileServerIsSilent_EndsWithoutWaitingForTimeout()
    {
        using var stop = new CancellationTokenSource();
        var silent = 0;
        await using var server = new HostileServer(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number % 2 == 0)
            {
                await connection.SendAsync(Answer);
                await connection.ReadRequestAsync();
            }

            if (Interlocked.Increment(ref silent) == 4)
                await stop.CancelAsync();
            await connection.StaySilentAsync();
        });

        var exit = await Tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "-n", "100", "-c", "4", "--warmup", "0s", "--timeout", "1h"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        Tool.Output.ShouldContain("CUT SHORT");
        Tool.Output.ShouldContain("4 requests had no answer when the run was stopped");
        var run = await Tool.ReadRunAsync();
        (run.Unfinished, run.Errors).ShouldBe((4, 0));
        run.Statuses["200"].ShouldBe(run.Requests);
    }

    [Theory]
    [InlineData("-n 20", "max < 1900ms")]
    [InlineData("-n 20", "p60 < 1900ms")]
    [InlineData("--rate 100/s --duration 200ms", "service p60 < 1900ms")]
    public async Task Run_HalfOfRequestsTimeOut_PercentilesAndThresholdsCountThem(string load, string threshold)
    {
        await using var server = new HostileServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head && !head.Contains("/fail", StringComparison.Ordinal))
                await connection.SendAsync(Answer);
            await connection.StaySilentAsync();
        });

        await Tool.RunAsync(
            server.Url + "ok", $"-u {server.Url}fail {load} -c 20 --timeout 2s", "--pass", threshold);

        var result = await Tool.ReadResultAsync();
        result.Thresholds.ShouldHaveSingleItem().Passed.ShouldBe(false, Tool.Output);
        var run = result.Variants[0];
        (run.Requests, run.TransportErrors["timeout"]).ShouldBe((20, 10), Tool.Output);
        run.Latency.Max!.Value.ShouldBeGreaterThan(1900, "The latency of a request that timed out counts.");
    }
}
