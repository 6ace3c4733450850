namespace Load.Tests;

public sealed class OpenLoopRunTests : LoadToolTests
{
    // The options allow a long schedule delay, because the machine may be busy and most tests of an open loop are not
    // about the schedule delay.
    private const string NoLatenessLimit = "--limit lateness=1m";
    private const double PeriodSeconds = 1.5;
    private const double StallSeconds = 0.3;

    [Fact]
    public async Task Run_TargetStopsResponding_DropsRequestsAndIsInvalid()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref n) > 5)
                await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        var exit = await Tool.RunAsync(
            server.Url,
            $"--rate 500/s --duration 200ms -c 2 --timeout 2s --limit errors=100% {NoLatenessLimit}");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Output);
        var result = await Tool.ReadResultAsync();
        var run = result.Variants[0];
        (run.Planned, run.Sent + run.Dropped).ShouldBe((100, 100));
        run.Dropped!.Value.ShouldBeGreaterThan(0);
        result.Validity.Checks.Single(check => check.Id == "planned").State.ShouldBe(CheckState.Fail);
        (await Tool.ReadMarkdownAsync()).ShouldContain("Do not quote these figures.");
    }

    [Fact]
    public async Task Run_RateOption_SendsPlannedRequestsAndReportsResponseAndServiceTime()
    {
        var exit = await RunAsync($"--rate 500/s --duration 100ms -c 50 {NoLatenessLimit}");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        result.Model.ShouldBe(new LoadModel("open", 50, 500));
        var run = result.Variants.ShouldHaveSingleItem();
        (run.Planned, run.Sent, run.Dropped, run.Requests, run.Errors).ShouldBe((50, 50, 0, 50, 0));
        (run.Latency.Clock, run.ServiceTime!.Clock, run.ScheduleDelay!.Clock)
            .ShouldBe(("response", "service", "lateness"));
        run.Latency.Mean!.Value.ShouldBeGreaterThan(run.ServiceTime.Mean!.Value);
        result.Validity.Checks.Select(check => check.Id).ShouldBe(["planned", "lateness", "errors"]);
        result.Provenance.ShouldContain(row => row[1].StartsWith("open loop, 500/s, at most 50 connections"));
        Tool.Output.ShouldMatch(@"planned 500/s · sent .*\(50 of 50\) · queued \d+ · dropped 0");
        Tool.Output.ShouldContain("from the intended start");
        Tool.Output.ShouldNotContain("losed loop");
    }

    [Theory]
    [InlineData("--rate 200/s --duration 200ms", 40)]
    [InlineData("--rate 50/s,100/s --duration 100ms", 15)]
    [InlineData("--rate 200/s -n 20", 20)]
    public async Task Run_AnySchedule_SendsPlannedNumberOfRequests(string workload, int count)
    {
        await RunAsync($"{workload} {NoLatenessLimit}");

        var run = await Tool.ReadRunAsync();
        (run.Planned, run.Requests).ShouldBe((count, count));
    }

    [Fact]
    public async Task Run_WarmupOption_WarmsUpAtSameRateWithoutCountingRequests()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.InvokeAsync(
            "run", "-u", server.Url, "--rate", "100/s", "-n", "10", "--warmup", "300ms", "--limit", "lateness=1m");

        // On a busy machine, the warm-up ends before its last requests have been sent.
        (await Tool.ReadRunAsync()).Requests.ShouldBe(10);
        server.RequestedPaths.Count.ShouldBeInRange(11, 40);
    }

    [Theory]
    [InlineData("--rate 200/s --warmup 1h", false)]
    [InlineData("-c 1 --delay 1h --warmup 0s", true)]
    public async Task Run_StoppedDuringWarmupOrThinkTime_EndsAtOnceAndReportsWhatWasMeasured(
        string options, bool isMeasured)
    {
        using var stop = new CancellationTokenSource();
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.OnCompleted(stop.CancelAsync);
            return TestServer.HelloAsync(context);
        });

        var exit = await Tool.InvokeUntilStoppedAsync(["run", "-u", server.Url, .. options.Split(' ')], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        Tool.Error.Contains("nothing to report", StringComparison.Ordinal).ShouldBe(!isMeasured);
        (Directory.GetFiles(Tool.Folder) is not []).ShouldBe(isMeasured);
        if (isMeasured)
            server.RequestedPaths.Count.ShouldBe(1);
    }

    private async Task<int> RunAsync(string options)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        return await Tool.RunAsync(server.Url, options);
    }

    // Twenty requests are under way at a time, if none has to wait.
    [Fact]
    public async Task Run_AnswerTakesLongerThanTenConnectionsCarry_OpensMore()
    {
        await using var server = await TestServer.StartAsync(async context =>
        {
            await Task.Delay(100);
            await TestServer.HelloAsync(context);
        });

        await Tool.RunAsync(server.Url, "--rate 200/s --duration 1s");

        var run = await Tool.ReadRunAsync();
        (run.Requests, run.Queued).ShouldBe((200, 0), Tool.Output);
    }

    // The server responds immediately, except that it stalls at the end of each period.
    [Fact]
    [Slow]
    public async Task Run_OpenLoopAgainstStallingServer_ReportsLatenciesFromPlannedStarts()
    {
        var first = 0L;
        await using var server = await TestServer.StartAsync(async context =>
        {
            Interlocked.CompareExchange(ref first, Stopwatch.GetTimestamp(), 0);
            await Task.Delay(GetRemainingStall(Stopwatch.GetElapsedTime(first)));
            await TestServer.HelloAsync(context);
        });

        await Tool.RunAsync(server.Url, "--rate 500/s --duration 3s -c 20");

        var run = await Tool.ReadRunAsync();
        (run.Planned, run.Sent, run.Dropped, run.Errors).ShouldBe((1500, 1500, 0, 0));
        run.Queued!.Value.ShouldBeGreaterThan(100);

        // A busy machine may make the measured latencies longer than expected, but they must not be shorter. They would
        // be shorter if the load tool sent no requests while the server stalls.
        double[] truth =
        [
            .. new RequestSchedule([500], TimeSpan.FromSeconds(3)).GetDueTimes()
                .Select(due => GetRemainingStall(due).TotalMilliseconds).Order(),
        ];
        run.Latency.P90!.Value.ShouldBeGreaterThan(0.9 * truth[(int)(0.9 * truth.Length) - 1]);
        run.Latency.P99!.Value.ShouldBeGreaterThan(0.9 * truth[(int)(0.99 * truth.Length) - 1]);
        run.ServiceTime!.P95!.Value.ShouldBeLessThan(run.Latency.P95!.Value);
    }

    private static TimeSpan GetRemainingStall(TimeSpan at)
    {
        var place = at.TotalSeconds % PeriodSeconds;
        return TimeSpan.FromSeconds(place >= PeriodSeconds - StallSeconds ? PeriodSeconds - place : 0);
    }
}
