using Load.Cli;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class CapacityCommandTests : LoadToolTests
{
    [Fact]
    [Slow]
    public async Task Capacity_LimitedServer_FindsCapacityWithInterval()
    {
        // The server answers one request at a time, each after 10 ms or more: at most 100 requests per second.
        using var single = new SemaphoreSlim(1);
        await using var server = await TestServer.StartAsync(async context =>
        {
            await single.WaitAsync(context.RequestAborted);
            await Task.Delay(10, CancellationToken.None);
            single.Release();
            await TestServer.HelloAsync(context);
        });

        var exit = await SearchAsync(server.Url, "p90 < 500ms", "--within 12s --warmup 300ms");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.ValidState);
        var capacity = result.Variants[0].Capacity.ShouldNotBeNull();
        capacity.Objectives.ShouldBe(["p90 < 500ms", "errors <= 0.1%"]);
        capacity.RatePerS!.Value.ShouldBeLessThan(200);
        capacity.LoPerS!.Value.ShouldBeLessThanOrEqualTo(capacity.RatePerS.Value);
        capacity.HiPerS!.Value.ShouldBeGreaterThanOrEqualTo(capacity.RatePerS.Value);
        capacity.Trials.Select(trial => trial.Outcome).Distinct().Order().ShouldBe(["broke", "held"]);
        capacity.Trials.Where(trial => trial.Outcome == "broke").ShouldAllBe(trial => trial.Reasons.Count > 0);
        Tool.Output.ShouldMatch(@"trial  1 +[\d.]+/s");
        Tool.Output.ShouldMatch(@"capacity +[\d.]+/s \[[\d.]+, [\d.]+\] at 95 %");
    }

    // In the second row, the target counts a request of somebody else for each one of the load tool.
    [Theory]
    [Slow]
    [InlineData(1, ExitCode.ExpectationNotMet)]
    [InlineData(2, ExitCode.InvalidResult)]
    public async Task Capacity_ObjectiveNeverMet_ReportsUpperBoundUnlessOthersCallTheTarget(int counted, int expected)
    {
        var served = 0;
        await using var server = await TestServer.StartAsync(
            context =>
            {
                Interlocked.Increment(ref served);
                return TestServer.HelloAsync(context);
            },
            () => $"http_server_request_duration_seconds_count{{http_request_method=\"GET\"}} {counted * served}");

        var exit = await SearchAsync(server.Url, "max < 0ms", "--within 10s --warmup 100ms --monitor target");

        exit.ShouldBe(expected, Tool.Output + Tool.Error);
        var capacity = (await Tool.ReadRunAsync()).Capacity!;
        (capacity.RatePerS, capacity.LoPerS).ShouldBe((null, null));
        capacity.HiPerS.ShouldBe(capacity.Trials.Min(trial => trial.RatePerS));
        Tool.Output.ShouldContain("no rate that was tried met the objectives");
    }

    [Fact]
    public async Task Capacity_Stopped_WritesTrialsAndEstimate()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        using var stop = new CancellationTokenSource();
        var running = SearchAsync(server.Url, "p50 < 10s", "--within 1m --warmup 100ms", stop.Token);
        await Tool.WaitForOutputAsync("trial  1");

        await stop.CancelAsync();

        (await running).ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.CutShortState);
        result.Variants[0].Capacity!.Trials.ShouldNotBeEmpty();
    }

    [Fact]
    [Slow]
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

        var exit = await SearchAsync(server.Url, "p50 < 10s", "--warmup 1m --timeout 1h", stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Capacity_NoServer_ReportsUnreachableTarget() => (await SearchAsync(
        await RawServer.GetRefusingUrlAsync(), "p99 < 1s", "--warmup 50ms")).ShouldBe(ExitCode.TargetUnreachable);

    private Task<int> SearchAsync(string url, string objective, string options, CancellationToken? stop = null) =>
        Tool.InvokeUntilStoppedAsync(
            ["capacity", "-u", url, "--slo", objective, "--max-lateness", "1m", .. options.Split(' ')],
            stop ?? TestContext.Current.CancellationToken);
}
