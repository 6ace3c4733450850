namespace Load.Tests;

public sealed class RunEventsTests : LoadToolTests
{
    [Fact]
    public async Task Compare_WithEvents_PublishesSameValuesAsResult()
    {
        await using var target = await MeteredServer.StartAsync();
        await using var run = new EventRun(
            Tool, "compare", "-u", target.Url, "--vary", "strategy=a,b", "--monitor", "target", "--warmup", "500ms",
            "--slice-warmup", "0s", "--slice", "100ms", "--rounds", "2");

        var events = await run.Events.ReadUntilAsync("end");

        Tool.ShouldHaveMeasured(await run.WaitForExitAsync());
        var result = await Tool.ReadResultAsync();
        var header = events[0];
        (header.Type, header.Text("kind"), header.Text("scenario"), header.Text("baseline"))
            .ShouldBe(("hello", "compare", "comparison", "a"));
        header.Data.GetProperty("plan").GetProperty("rounds").GetInt32().ShouldBe(2);
        header.Data.GetProperty("model").GetProperty("connections").GetInt32()
            .ShouldBe(result.Model.Connections);
        header.Data.GetProperty("variants").EnumerateArray().Select(variant => variant.GetProperty("name").GetString())
            .ShouldBe(["a", "b"]);

        var trials = events.Where(received => received.Type == "slice").ToArray();
        trials.Select(trial => (trial.Text("variant"), trial.ReadNumber("requests"), trial.ReadNumber("p99")))
            .ShouldBe(result.Samples.Select(one => ((string?)one.Variant, (double?)one.Requests, one.P99Ms)));

        var standing = events.Last(received => received.Type == "standing").Data.GetProperty("rows").EnumerateArray();
        standing.Select(row => (row.GetProperty("median").GetDouble(), row.GetProperty("verdict").GetString()!))
            .ShouldBe(
                result.Variants.Select(one => (
                    one.Throughput.Rate,
                    one.Ratio is { } ratio ? VerdictLabels.Format(ratio.Verdict) : "baseline")),
                ignoreOrder: true);
        events[^1].Text("state").ShouldBe(result.Validity.State);
    }

    [Fact]
    public async Task Run_PhasesAndBursts_PublishesTrialEventForEachPhaseAndBurst()
    {
        await using var server = await MeteredServer.StartAsync();
        const string Phases = "[{name: even, rate: 200/s, duration: 100ms}, {burst: '3,5'}, {name: loop, count: 50}]";
        await using var run = new EventRun(
            Tool, "run", "-u", server.Url, "--phases", Phases, "--warmup", "1s", "--limit", "lateness=1m");

        var events = await run.Events.ReadUntilAsync("end");

        (await run.WaitForExitAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var result = await Tool.ReadRunAsync();
        var phases = result.GetParts(PartKind.Phase);
        string[] parts = ["even", "burst of 3", "burst of 5", "loop"];
        events[0].Data.GetProperty("parts").EnumerateArray().Select(part => part.GetString()).ShouldBe(parts);
        var trials = events.Where(received => received.Type == "slice").ToArray();
        trials.Select(trial => trial.Text("part")).ShouldBe(parts);
        trials.Select(trial => trial.ReadNumber("rps")).ShouldBe(
            ((PartResult[])[phases[0], .. result.GetParts(PartKind.Burst), phases[2]])
                .Select(part => (double?)part.Throughput.Rate));
    }

    [Fact]
    public async Task Run_BurstOfTwoKinds_PublishesHowFarEachRequestIs()
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

        var states = new List<string>();
        await run.Events.ReadUntilAsync(received =>
        {
            if (received.Data.TryGetProperty("burst", out var kinds))
            {
                states.Add(string.Join(' ', kinds.EnumerateArray().Select(kind =>
                    $"{kind.GetProperty("name").GetString()}={kind.GetProperty("states").GetString()}")));
            }

            // Half of the burst is answered while the other half waits.
            if (states is [.., "fast=aaa held=sss"])
                release.TrySetResult();
            return received.Type == "slice";
        });

        states.ShouldContain("fast=aaa held=sss");
        states[^1].ShouldBe("fast=aaa held=fff");
    }

    [Fact]
    public async Task Run_WithEvents_PublishesLevelsOfTarget()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = new EventRun(
            Tool, "run", "-u", server.Url, "--duration", "30s", "--warmup", "0s", "--monitor", "target");

        var last = (await run.Events.ReadUntilAsync(received => received.Type == "tick"
            && received.Data.GetProperty("cpu").TryGetProperty("target", out _)
            && received.ReadNumber("cpu", "target") > 0))[^1];

        (last.Text("variant"), last.ReadNumber("errors")).ShouldBe(("run", 0));
        (last.ReadNumber("threads", "target"), last.ReadNumber("queue", "target")).ShouldBe((11, 42));
        (last.ReadNumber("active", "target"), last.ReadNumber("connections", "target")).ShouldBe((17, 6));
        // A request takes two milliseconds of CPU time.
        var served = last.ReadNumber("served", "target")!.Value;
        (0.002 * served).ShouldBe(last.ReadNumber("cpu", "target")!.Value, 1e-4 * served);
    }

    [Fact]
    public async Task Run_EventsToStandardOutput_LeavesItToThem()
    {
        await using var server = await MeteredServer.StartAsync();

        (await Tool.RunAsync(server.Url, "-n 50 --events -")).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);

        Tool.Error.ShouldContain("50 requests");
        var lines = Tool.Output.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        var events = lines.Select(ReceivedEvent.Parse).ToArray();
        (events[0].Type, events[^1].Type).ShouldBe(("hello", "end"));
        events.Select(one => one.Id).ShouldBe(Enumerable.Range(0, events.Length).Select(i => events[0].Id + i));
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
}
