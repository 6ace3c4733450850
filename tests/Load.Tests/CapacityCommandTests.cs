using Load.Cli;
using Load.Tests.Hosting;
using Load.Validity;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Load.Tests;

public sealed class CapacityCommandTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Capacity_LimitedServer_FindsCapacityWithInterval()
    {
        // The server answers one request at a time, each after 10 ms: 100 requests per second. The limits of the test
        // are wide, because the machine may be busy.
        await using var server = await LimitedServer.StartAsync(TimeSpan.FromMilliseconds(10));

        var exit = await RunAsync(
            server.Url, "--slo", "p90 < 500ms", "--within", "12s", "--warmup", "300ms", "--max-lateness", "1m");

        exit.ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        var result = await _tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.ValidState);
        var capacity = result.Variants[0].Capacity.ShouldNotBeNull();
        capacity.Objectives.ShouldBe(["p90 < 500ms", "errors <= 0.1%"]);
        capacity.RatePerS!.Value.ShouldBeInRange(50, 200);
        capacity.LoPerS!.Value.ShouldBeLessThanOrEqualTo(capacity.RatePerS.Value);
        capacity.HiPerS!.Value.ShouldBeGreaterThanOrEqualTo(capacity.RatePerS.Value);
        capacity.Trials.Select(trial => trial.Outcome).Distinct().Order().ShouldBe(["broke", "held"]);
        capacity.Trials.Where(trial => trial.Outcome == "broke").ShouldAllBe(trial => trial.Reasons.Count > 0);
        _tool.Output.ShouldMatch(@"trial  1 +[\d.]+/s");
        _tool.Output.ShouldMatch(@"capacity +[\d.]+/s \[[\d.]+, [\d.]+\] at 95 %");
    }

    [Fact]
    public async Task Capacity_ObjectiveNeverMet_ReportsUpperBoundAndExitsWithTwo()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await RunAsync(
            server.Url, "--slo", "max < 0ms", "--within", "10s", "--warmup", "100ms", "--max-lateness", "1m");

        exit.ShouldBe(ExitCode.ExpectationNotMet, _tool.Output + _tool.Error);
        var capacity = (await _tool.ReadResultAsync()).Variants[0].Capacity!;
        (capacity.RatePerS, capacity.LoPerS).ShouldBe((null, null));
        capacity.HiPerS.ShouldBe(capacity.Trials.Min(trial => trial.RatePerS));
        _tool.Output.ShouldContain("no rate that was tried met the objectives");
    }

    [Fact]
    public async Task Capacity_OthersCallTheTarget_ResultIsInvalid()
    {
        await using var service = await CountingService.StartAsync();
        using var client = new HttpClient();
        using var stop = new CancellationTokenSource();
        var others = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                    (await client.GetAsync(new Uri($"{service.Url}/orders/5"), CancellationToken.None)).Dispose();
            },
            CancellationToken.None);

        var exit = await RunAsync(
            $"{service.Url}/orders/7", "--slo", "max < 0ms", "--within", "10s", "--warmup", "100ms",
            "--max-lateness", "1m", "--monitor", "target");
        await stop.CancelAsync();
        await others;

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        (await _tool.ReadResultAsync()).Validity.Checks.Single(check => check.Id == "server").State
            .ShouldBe(CheckState.Fail);
    }

    [Fact]
    public async Task Capacity_Stopped_WritesTrialsAndEstimate()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        using var stop = new CancellationTokenSource();
        var running = _tool.InvokeUntilStoppedAsync(
            [
                "capacity", "-u", server.Url, "--slo", "p50 < 10s", "--within", "1m", "--warmup", "100ms",
                "--max-lateness", "1m",
            ],
            stop.Token);
        await _tool.WaitForOutputAsync("trial  1");

        await stop.CancelAsync();

        (await running).ShouldBe(ExitCode.RunInterrupted, _tool.Output + _tool.Error);
        var result = await _tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.CutShortState);
        result.Variants[0].Capacity!.Trials.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task Capacity_StoppedWhileServerIsSilent_EndsWithoutWaitingForTimeout()
    {
        using var stop = new CancellationTokenSource();
        var requests = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref requests) < 20)
            {
                await TestServer.HelloAsync(context);
                return;
            }

            await stop.CancelAsync();
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        var exit = await _tool.InvokeUntilStoppedAsync(
            [
                "capacity", "-u", server.Url, "--slo", "p50 < 10s", "--warmup", "1m", "--timeout", "1h",
            ],
            stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, _tool.Output + _tool.Error);
    }

    [Fact]
    [TimeLimit(120)]
    public async Task Capacity_Streams_SharesConnectionsAmongRequests()
    {
        var connections = new ConcurrentDictionary<string, bool>();
        var (running, highest) = (0, 0);
        var allRun = new TaskCompletionSource();
        await using var server = await TestServer.StartAsync(
            async context =>
            {
                connections[context.Connection.Id] = true;
                int current;
                lock (connections)
                    highest = Math.Max(highest, current = ++running);
                if (current == 8)
                    allRun.TrySetResult();

                // The warm-up sends one request at a time. Later, requests wait for each other at first.
                if (current > 1)
                    await Task.WhenAny(allRun.Task, Task.Delay(5000));
                await Task.Delay(20);
                lock (connections)
                    running--;
                await TestServer.HelloAsync(context);
            },
            protocols: HttpProtocols.Http2);

        await RunAsync(
            server.Url, "--slo", "p50 < 10s", "--within", "10s", "--warmup", "200ms", "-c", "1", "--streams", "8",
            "--http-version", "2", "--max-lateness", "1m");

        (connections.Count, highest).ShouldBe((1, 8));
    }

    [Fact]
    public async Task Capacity_NoServer_ReportsUnreachableTarget() =>
        (await RunAsync("http://127.0.0.1:1", "--slo", "p99 < 1s", "--warmup", "50ms")).ShouldBe(ExitCode.TargetUnreachable);

    [Theory]
    [InlineData("", "a capacity search needs objectives. Try --slo")]
    [InlineData("--slo p99", "--slo: error: \"p99\" is not valid")]
    public async Task Capacity_InvalidObjective_IsRejected(string options, string message)
    {
        var exit = await RunAsync("http://127.0.0.1:1", options.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        exit.ShouldBe(ExitCode.UsageError);
        _tool.Error.ShouldContain(message);
    }

    private Task<int> RunAsync(string url, params string[] options) =>
        _tool.InvokeAsync(["capacity", "-u", url, .. options]);
}
