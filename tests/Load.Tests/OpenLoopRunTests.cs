using System.Globalization;
using System.Text.RegularExpressions;
using Load.Cli;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class OpenLoopRunTests : LoadToolTests
{
    // The options allow a long schedule delay, because the machine may be busy and most tests of an open loop are not
    // about the schedule delay.
    private const string NoLatenessLimit = "--max-lateness 1m";

    [Fact]
    public async Task Run_TargetStopsResponding_EndsAndCountsQueuedRequestsAsDropped()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref n) > 5)
                await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        await Tool.RunAsync(server.Url, "--rate 500/s --duration 200ms -c 2 --timeout 100ms");

        var run = await Tool.ReadRunAsync();
        run.Planned.ShouldBe(100);
        (run.Sent + run.Dropped).ShouldBe(100);
        run.Dropped!.Value.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Run_RateOption_SendsPlannedRequestsAndReportsResponseAndServiceTime()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(server.Url, $"--rate 500/s --duration 100ms -c 20 {NoLatenessLimit}");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        server.RequestedPaths.Count.ShouldBe(50);
        var result = await Tool.ReadResultAsync();
        result.Kind.ShouldBe("run");
        result.Model.ShouldBe(new LoadModel("open", 20, 500, 10_000));
        var run = result.Variants.ShouldHaveSingleItem();
        (run.Planned, run.Sent, run.Dropped, run.Requests, run.Errors).ShouldBe((50, 50, 0, 50, 0));
        (run.Latency.Clock, run.ServiceTime!.Clock, run.ScheduleDelay!.Clock).ShouldBe(("response", "service", "lateness"));
        run.Latency.Mean!.Value.ShouldBeGreaterThan(run.ServiceTime.Mean!.Value);
        result.Validity.Checks.Select(check => check.Id).ShouldBe(["planned", "lateness", "errors", "self"]);
        result.Provenance.ShouldContain(row => row[1].StartsWith("open loop, 500/s, 20 connections"));
        Tool.Output.ShouldMatch(@"planned 500/s · sent .*\(50 of 50\) · queued \d+ · dropped 0");
        Tool.Output.ShouldContain("from the intended start");
        Tool.Output.ShouldNotContain("losed loop");
    }

    [Theory]
    [InlineData("--ramp 100/s..300/s --duration 200ms", 40)]
    [InlineData("--steps 50/s,100/s --step 100ms", 15)]
    [InlineData("--rate 200/s -n 20 --poisson", 20)]
    [InlineData("--rate 6000/m --duration 100ms", 10)]
    public async Task Run_AnySchedule_SendsPlannedNumberOfRequests(string workload, int count)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.RunAsync(server.Url, $"{workload} {NoLatenessLimit}");

        server.RequestedPaths.Count.ShouldBe(count, Tool.Error);
        (await Tool.ReadRunAsync()).Planned.ShouldBe(count);
    }

    [Fact]
    public async Task Run_WarmupOption_WarmsUpAtSameRateWithoutCountingRequests()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.RunAsync(server.Url, "--rate 100/s --duration 100ms --warmup 300ms --max-lateness 1m");

        // On a busy machine, the warm-up ends before its last requests have been sent.
        (await Tool.ReadRunAsync()).Requests.ShouldBe(10);
        var printed = Regex.Match(Tool.Output, "([0-9]+) requests, not counted").Groups[1].Value;
        var warmup = int.Parse(printed, CultureInfo.InvariantCulture);
        warmup.ShouldBeInRange(1, 30);
        server.RequestedPaths.Count.ShouldBeInRange(10 + warmup, 40);
    }

    [Theory]
    [InlineData("", ExitCode.InvalidResult)]
    [InlineData("--min-sent 5%", ExitCode.Ok)]
    public async Task Run_QueueFull_DropsRequestsAndIsInvalidBelowMinSent(string option, int expected)
    {
        // The server responds to the first two requests long after the end of the schedule of 100 ms.
        var n = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref n) <= 2)
                await Task.Delay(TimeSpan.FromSeconds(2), context.RequestAborted);
            await TestServer.HelloAsync(context);
        });

        var exit = await Tool.RunAsync(
            server.Url, $"--rate 1000/s --duration 100ms -c 2 --max-backlog 3 {NoLatenessLimit} {option}");

        exit.ShouldBe(expected, Tool.Output);
        var result = await Tool.ReadResultAsync();
        var run = result.Variants[0];
        (run.Planned, run.Sent, run.Queued, run.Dropped).ShouldBe((100, 5, 3, 95));
        result.Validity.Checks.Single(check => check.Id == "planned").Value.ShouldBe("5 of 100");
        var isInvalid = expected == ExitCode.InvalidResult;
        Tool.Output.Contains("INVALID", StringComparison.Ordinal).ShouldBe(isInvalid);
        (await ReadMarkdownAsync()).Contains("Do not quote these figures.", StringComparison.Ordinal)
            .ShouldBe(isInvalid);
    }

    [Fact]
    public async Task Run_ScheduleDelayAboveLimit_IsInvalid()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(server.Url, "--rate 100/s --duration 100ms --max-lateness 0s");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Output);
        Tool.Output.ShouldContain("its own schedule");
        var checks = (await Tool.ReadResultAsync()).Validity.Checks;
        checks.Single(check => check.State == CheckState.Fail).Id.ShouldBe("lateness");
    }

    [Fact]
    public async Task Run_ThresholdNotMet_ReportsMeasuredValueAndExitsWithTwo()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(server.Url, "-n 100", "--pass", "max < 0ms", "--pass", "errors = 0");

        exit.ShouldBe(ExitCode.ExpectationNotMet, Tool.Error);
        Tool.Output.ShouldMatch(@"✗ max < 0ms +was [\d.]+ ms");
        Tool.Output.ShouldContain("✓ errors = 0       was 0");
        Tool.Output.ShouldContain("1 of 2 thresholds failed");
        var result = await Tool.ReadResultAsync();
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

        var exit = await Tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "--rate", "200/s", "--duration", "1h", "-c", "2", "--max-lateness", "1m", "--warmup", "0s"],
            stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, Tool.Output);
        var result = await Tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.CutShortState);
        (result.Variants[0].Requests, result.Variants[0].Planned).ShouldBe((n, 720_000));
        Tool.Output.ShouldContain("CUT SHORT");
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

        var exit = await Tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "--rate", "100/s", "--warmup", "1h"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted);
        Tool.Error.ShouldContain("nothing to report");
        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
    }

    [Fact]
    public async Task Run_HgrmOption_WritesFileThatEndsWithMaximumAndCount()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var path = Path.Combine(Tool.Folder, "latency.hgrm");

        await Tool.RunAsync(server.Url, $"-n 100 --hgrm {path}");

        var lines = await File.ReadAllLinesAsync(path, TestContext.Current.CancellationToken);
        lines[0].ShouldBe("       Value     Percentile TotalCount 1/(1-Percentile)");
        var rows = lines.Skip(2)
            .TakeWhile(line => line[0] != '#')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .ToArray();
        rows[0][1].ShouldBe("0.000000000000");
        rows[^1][1..].ShouldBe(["1.000000000000", "100"]);
        rows.Select(row => double.Parse(row[0])).ShouldBeInOrder();
        lines.ShouldContain(line => line.StartsWith("#[Max") && line.EndsWith("100]"));
    }

    private async Task<string> ReadMarkdownAsync() =>
        await File.ReadAllTextAsync(Directory.GetFiles(Tool.Folder, "*.md").Single());
}
