using System.Globalization;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class OpenLoopRunTests : IDisposable
{
    // The options allow a long schedule delay, because the machine may be busy and most tests of an open loop are not
    // about the schedule delay.
    private const string NoLatenessLimit = "--max-lateness 1m --warmup 0s";
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Run_TargetStopsResponding_EndsAndCountsQueuedRequestsAsDropped()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref n) > 5)
                await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        await _tool.InvokeAsync(
            "run", "-u", server.Url, "--rate", "500/s", "--duration", "200ms", "-c", "2", "--timeout", "100ms",
            "--warmup", "0s");

        var run = (await _tool.ReadResultAsync()).Variants[0];
        run.Planned.ShouldBe(100);
        (run.Sent + run.Dropped).ShouldBe(100);
        run.Dropped!.Value.ShouldBeGreaterThan(50);
    }

    [Fact]
    public async Task Run_RateOption_SendsPlannedRequestsAndReportsResponseAndServiceTime()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await RunAsync(server, $"--rate 500/s --duration 400ms -c 20 {NoLatenessLimit}");

        exit.ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        server.RequestedPaths.Count.ShouldBe(200);
        var result = await _tool.ReadResultAsync();
        result.Kind.ShouldBe("run");
        result.Model.ShouldBe(new LoadModel("open", 20, 500, 10_000));
        var run = result.Variants.ShouldHaveSingleItem();
        (run.Planned, run.Sent, run.Dropped, run.Requests, run.Errors).ShouldBe((200, 200, 0, 200, 0));
        (run.Latency.Clock, run.ServiceTime!.Clock, run.ScheduleDelay!.Clock).ShouldBe(("response", "service", "lateness"));
        run.Latency.Mean!.Value.ShouldBeGreaterThan(run.ServiceTime.Mean!.Value);
        result.Validity.Checks.Select(check => check.Id).ShouldBe(["planned", "lateness", "errors", "self"]);
        result.Provenance.ShouldContain(row => row[1].StartsWith("open loop, 500/s, 20 connections"));
        _tool.Output.ShouldMatch(@"planned 500/s · sent .*\(200 of 200\) · queued \d+ · dropped 0");
        _tool.Output.ShouldContain("from the intended start");
        _tool.Output.ShouldNotContain("losed loop");
    }

    [Theory]
    [InlineData("--ramp 100/s..300/s --duration 1s", 200)]
    [InlineData("--steps 50/s,100/s --step 500ms", 75)]
    [InlineData("--rate 200/s -n 50 --poisson", 50)]
    [InlineData("--rate 6000/m --duration 500ms", 50)]
    public async Task Run_AnySchedule_SendsPlannedNumberOfRequests(string workload, int count)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await RunAsync(server, $"{workload} {NoLatenessLimit}");

        server.RequestedPaths.Count.ShouldBe(count, _tool.Error);
        (await _tool.ReadResultAsync()).Variants[0].Planned.ShouldBe(count);
    }

    [Fact]
    public async Task Run_WarmupOption_WarmsUpAtSameRateWithoutCountingRequests()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await RunAsync(server, "--rate 100/s --duration 100ms --warmup 300ms --max-lateness 1m");

        // On a busy machine, the warm-up ends before its last requests have been sent.
        (await _tool.ReadResultAsync()).Variants[0].Requests.ShouldBe(10);
        var printed = Regex.Match(_tool.Output, "([0-9]+) requests, not counted").Groups[1].Value;
        var warmup = int.Parse(printed, CultureInfo.InvariantCulture);
        warmup.ShouldBeInRange(1, 30);
        server.RequestedPaths.Count.ShouldBeInRange(10 + warmup, 40);
    }

    [Fact]
    public async Task Run_QueueFull_DropsRequestsAndIsInvalid()
    {
        await using var server = await StartStallingServerAsync();

        var exit = await RunAsync(
            server, $"--rate 1000/s --duration 100ms -c 2 --max-backlog 3 {NoLatenessLimit} --pass max<1ms");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output);
        var result = await _tool.ReadResultAsync();
        var run = result.Variants[0];
        (run.Planned, run.Sent, run.Queued, run.Dropped).ShouldBe((100, 5, 3, 95));
        result.Validity.State.ShouldBe(RunValidity.InvalidState);
        result.Validity.Checks.Single(check => check.State == CheckState.Fail).Value.ShouldBe("5 of 100");
        _tool.Output.ShouldContain("INVALID");
        (await ReadMarkdownAsync()).ShouldContain("Do not quote these figures.");
    }

    [Theory]
    [InlineData("5%", ExitCode.Ok)]
    [InlineData("6%", ExitCode.InvalidResult)]
    public async Task Run_MinSentOption_SetsLimitForShareOfSentRequests(string share, int expected)
    {
        await using var server = await StartStallingServerAsync();

        var exit = await RunAsync(
            server, $"--rate 1000/s --duration 100ms -c 2 --max-backlog 3 {NoLatenessLimit} --min-sent {share}");

        exit.ShouldBe(expected, _tool.Output);
    }

    [Fact]
    public async Task Run_ScheduleDelayAboveLimit_IsInvalid()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await RunAsync(server, "--rate 100/s --duration 100ms --max-lateness 0s --warmup 0s");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output);
        _tool.Output.ShouldContain("its own schedule");
        var checks = (await _tool.ReadResultAsync()).Validity.Checks;
        checks.Single(check => check.State == CheckState.Fail).Id.ShouldBe("lateness");
    }

    [Fact]
    public async Task Run_ThresholdNotMet_ReportsMeasuredValueAndExitsWithTwo()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await _tool.InvokeAsync(
            "run", "-u", server.Url, "-n", "100", "--warmup", "0s", "--pass", "max < 0ms", "--pass", "errors = 0");

        exit.ShouldBe(ExitCode.ExpectationNotMet, _tool.Error);
        _tool.Output.ShouldMatch(@"✗ max < 0ms +was [\d.]+ ms");
        _tool.Output.ShouldContain("✓ errors = 0       was 0");
        _tool.Output.ShouldContain("1 of 2 thresholds failed");
        var result = await _tool.ReadResultAsync();
        result.Thresholds.Select(one => one.Passed).ShouldBe([false, true]);
        result.Model.ShouldBe(new LoadModel("closed", 10));
        var run = result.Variants[0];
        (run.Latency.Clock, run.ServiceTime, run.Dropped).ShouldBe(("service", null, null));
    }

    [Fact]
    public async Task Run_StoppedByUser_KeepsMeasurements()
    {
        using var stop = new CancellationTokenSource();
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref n) == 20)
                stop.Cancel();
            return TestServer.HelloAsync(context);
        });

        var exit = await _tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "--rate", "200/s", "--duration", "1h", "-c", "2", .. NoLatenessLimit.Split(' ')],
            stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, _tool.Output);
        var result = await _tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.CutShortState);
        (result.Variants[0].Requests, result.Variants[0].Planned).ShouldBe((n, 720_000));
        _tool.Output.ShouldContain("CUT SHORT");
    }

    [Fact]
    public async Task Run_StoppedDuringWarmup_ReportsNothing()
    {
        using var stop = new CancellationTokenSource();
        await using var server = await TestServer.StartAsync(context =>
        {
            stop.Cancel();
            return TestServer.HelloAsync(context);
        });

        var exit = await _tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "--rate", "100/s", "--warmup", "1h"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted);
        _tool.Error.ShouldContain("nothing to report");
        Directory.GetFiles(_tool.Folder).ShouldBeEmpty();
    }

    [Fact]
    public async Task Run_HgrmOption_WritesFileThatEndsWithMaximumAndCount()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var path = Path.Combine(_tool.Folder, "latency.hgrm");

        await RunAsync(server, $"-n 500 --warmup 0s --hgrm {path}");

        var lines = await File.ReadAllLinesAsync(path, TestContext.Current.CancellationToken);
        lines[0].ShouldBe("       Value     Percentile TotalCount 1/(1-Percentile)");
        var rows = lines.Skip(2)
            .TakeWhile(line => line[0] != '#')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .ToArray();
        rows[0][1].ShouldBe("0.000000000000");
        rows[^1][1..].ShouldBe(["1.000000000000", "500"]);
        rows.Select(row => double.Parse(row[0])).ShouldBeInOrder();
        lines.ShouldContain(line => line.StartsWith("#[Max") && line.EndsWith("500]"));
    }

    // Responds to the first two requests long after the end of a schedule of 100 ms, and to the others at once.
    private static Task<TestServer> StartStallingServerAsync()
    {
        var n = 0;
        return TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref n) <= 2)
                await Task.Delay(TimeSpan.FromSeconds(2), context.RequestAborted);
            await TestServer.HelloAsync(context);
        });
    }

    private Task<int> RunAsync(TestServer server, string options) =>
        _tool.InvokeAsync(["run", "-u", server.Url, .. options.Split(' ')]);

    private async Task<string> ReadMarkdownAsync() =>
        await File.ReadAllTextAsync(Directory.GetFiles(_tool.Folder, "*.md").Single());
}
