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
        capacity.Trials.Select(trial => trial.Held).Distinct().Order().ShouldBe([false, true]);
        capacity.Trials.Where(trial => trial.Held is false).ShouldAllBe(trial => trial.Reasons.Count > 0);
        Tool.Output.ShouldMatch(@"capacity +[\d.]+/s \[[\d.]+, [\d.]+\] at 95 %");
    }

    [Fact]
    [Slow]
    public async Task Capacity_ObjectiveNeverMet_ReportsUpperBound()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await SearchAsync(server.Url, "max < 0ms", "--within 10s --warmup 100ms");

        exit.ShouldBe(ExitCode.ExpectationNotMet, Tool.Output + Tool.Error);
        var capacity = (await Tool.ReadRunAsync()).Capacity!;
        (capacity.RatePerS, capacity.LoPerS).ShouldBe((null, null));
        capacity.HiPerS.ShouldBe(capacity.Trials.Min(trial => trial.RatePerS));
        Tool.Output.ShouldContain("no rate that was tried met the objectives");
    }

    /// <summary>
    /// After the warm-up, the first request is answered at the end of the trial of 3 s, so that even at 1 request per
    /// second, requests are dropped. No objective is missed.
    /// </summary>
    [Fact]
    public async Task Capacity_StoppedAfterATrialWhoseBacklogGrew_WritesTrialsAndMissesTheObjectiveOfAnyRate()
    {
        var measured = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Tool.Output.Contains("  capacity ", StringComparison.Ordinal) && measured++ != 1)
                await Task.Delay(TimeSpan.FromSeconds(measured == 1 ? 3 : 2), context.RequestAborted);
            await TestServer.HelloAsync(context);
        });
        using var stop = new CancellationTokenSource();
        var running = SearchAsync(
            server.Url, "errors <= 100%", "--within 270s --warmup 100ms -c 1 --limit backlog=1", stop.Token);
        await Tool.WaitForOutputAsync("trial  1");

        await stop.CancelAsync();

        (await running).ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.CutShortState);
        result.Variants[0].Capacity!.Trials[0].Held.ShouldBe(false, Tool.Output);
        result.Thresholds.Select(one => (one.Text, one.Passed))
            .ShouldBe([("errors <= 100%", true), ("a rate that holds", false)]);
    }

    [Fact]
    public async Task Capacity_NoServer_ReportsUnreachableTarget() => (await SearchAsync(
        await RawServer.GetRefusingUrlAsync(), "p99 < 1s", "--warmup 50ms")).ShouldBe(ExitCode.TargetUnreachable);

    private Task<int> SearchAsync(string url, string objective, string options, CancellationToken? stop = null) =>
        Tool.InvokeUntilStoppedAsync(
            ["capacity", "-u", url, "--pass", objective, "--limit", "lateness=1m", .. options.Split(' ')],
            stop ?? TestContext.Current.CancellationToken);
}
