using TwoTier.Load.Events;
using TwoTier.Load.Reports.Words;

namespace Load.Tests;

public sealed class RunEventsTests : LoadToolTests
{
    [Fact]
    public async Task Compare_WithEvents_PublishesSameValuesAsResult()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = new EventRun(
            Tool, "compare", "-u", server.Url, "--vary", "strategy=a,b", "--monitor", "target", "--warmup", "0s",
            "--turn", "100ms", "--rounds", "2");

        var events = await run.ReadUntilEndAsync();

        Tool.ShouldHaveMeasured(await run.WaitForExitAsync());
        var result = await Tool.ReadResultAsync();
        var plan = events[0].Plan.ShouldNotBeNull();
        (plan.Kind, plan.Scenario.Name, plan.Baseline, plan.Plan.Rounds)
            .ShouldBe(("compare", "comparison", "a", 2));
        (plan.Model, plan.Variants.Count, plan.Samples.Count).ShouldBe((result.Model, 2, 0));
        // With two rounds, a batch is a round.
        events.Select(line => line.Sample).OfType<TurnEnd>()
            .Select(turn => (turn.Variant, turn.Round, turn.Requests, turn.Good, turn.BusyS)).ShouldBe(
                result.Samples.Select(one => (one.Variant, one.Batch, one.Requests, one.Good, one.BusyS)),
                ignoreOrder: true);
        foreach (var line in events.Where(line => line.Sample is not null))
        {
            var (state, turn) = (line.Load.ShouldNotBeNull(), line.Sample!);
            (state.Variant, state.Requests, state.P99Ms).ShouldBe((turn.Variant, turn.Requests, turn.P99Ms));
            (state.Processes["target"].Cores is > 0).ShouldBe(OperatingSystem.IsLinux());
        }

        events.Last(line => line.Standings is not null).Standings!
            .Select(standing => (standing.Variant, standing.Rounds, standing.Rate, standing.Verdict))
            .ShouldBe(
                result.Variants.Select(one => (one.Name, 2, one.Throughput.Rate, one.Ratio?.Verdict)),
                ignoreOrder: true);
        events[^1].End!.State.ShouldBe(result.Validity.State);
        string.Concat(events[^1].End!.Headline!.Select(part => part.Text)).ShouldBe(ResultSummary.Format(result));
    }

    [Fact]
    public async Task Run_Burst_PublishesHowManyRequestsAreAnswered()
    {
        var release = new TaskCompletionSource();
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (context.Request.Path == "/held")
            {
                await release.Task;
                context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            }
        });
        await using var run = new EventRun(
            Tool, "run", "-u", server.Url, "--requests", "[{get: /fast, name: fast}, {get: /held, name: held}]",
            "--burst", "6", "--warmup", "0s");

        // Half of the burst is answered while the other half waits.
        await run.ReadUntilAsync(line => line.Load is { Requests: 3, Errors: 0 });
        release.SetResult();

        await run.WaitForExitAsync();
        var result = await Tool.ReadRunAsync();
        (result.Requests, result.Errors).ShouldBe((6, 3));
        result.GetParts(PartKind.Burst).Select(burst => (burst.Name, burst.Requests)).ShouldBe([("burst of 6", 6)]);
    }

    [Fact]
    public async Task Run_EventsToStandardOutput_LeavesItToThem()
    {
        await using var server = await MeteredServer.StartAsync();

        (await Tool.RunAsync(server.Url, "-n 50 --events -")).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);

        Tool.Error.ShouldContain("50 requests");
        var events = EventRun.Parse(Tool.Output);
        (events[0].Plan?.Kind, events[^1].End?.State).ShouldBe(("run", "valid"));
        events.Select(line => line.T).ShouldBeInOrder();
    }

    [Fact]
    public async Task Run_ReaderOfTheEventsHasLeft_WritesTheResultAndFailsAtTheEnd()
    {
        await using var server = await MeteredServer.StartAsync();
        using var tool = new LoadTool { StandardOutput = new AbandonedWriter() };

        (await tool.RunAsync(server.Url, "-n 50 --events -")).ShouldBe(ExitCode.WriteError, tool.Error);

        tool.Error.ShouldContain("cannot write: --events: Broken pipe");
        (await tool.ReadResultAsync()).Validity.State.ShouldBe("valid");
    }

    [Fact]
    public void Complete_DiskThatIsFull_SaysSo()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a device of Linux.");
        using var file = EventWriter.CreateFile("/dev/full");
        using var writer = new EventWriter(file, () => [new ResultLine()]);

        writer.Complete().ShouldNotBeNull();
    }

    [Fact]
    public void Complete_ReaderThatDoesNotRead_SaysSo()
    {
        using var output = new StuckWriter();
        using var writer = new EventWriter(output, () => [new ResultLine()]);

        writer.Complete().ShouldBe("no program reads the events");
    }

    /// <summary>A writer whose reader never reads.</summary>
    private sealed class StuckWriter : TextWriter
    {
        private readonly ManualResetEventSlim _end = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void WriteLine(string? value) => _end.Wait(TestContext.Current.CancellationToken);

        protected override void Dispose(bool disposing)
        {
            _end.Set();
            base.Dispose(disposing);
        }
    }
}
