using Load.Cli;
using Load.Tests.Hosting;
using Load.Validity;
using Microsoft.AspNetCore.Http;

namespace Load.Tests;

/// <summary>What the live page is told of real runs.</summary>
public sealed class LiveFeedTests : IDisposable
{
    private static readonly string[] Quick = ["--warmup", "0s", "--slice-warmup", "0s", "--slice", "400ms", "--rounds", "2"];
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Compare_ToItsEnd_TellsWhatTheResultSays()
    {
        await using var front = await MeteredServer.StartAsync();
        await using var back = await TestServer.StartAsync(TestServer.HelloAsync, () => "dotnet_thread_pool_thread_count 4");
        await using var run = await CompareAsync(front.Url, "--monitor", $"back-end={back.Url}");

        var told = await run.Viewer.EventsToAsync("end");

        (await run.EndAsync()).ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        var result = await _tool.ResultAsync();
        var hello = told[0];
        (hello.Type, hello.Text("kind"), hello.Text("scenario"), hello.Text("baseline")).ShouldBe(("hello", "compare", "comparison", "a"));
        hello.Data.GetProperty("plan").GetProperty("rounds").GetInt32().ShouldBe(2);
        hello.Data.GetProperty("variants").EnumerateArray().Select(variant => variant.GetProperty("name").GetString()).ShouldBe(["a", "b"]);
        hello.Data.GetProperty("order").EnumerateArray().ShouldAllBe(round => round.GetArrayLength() == 3);

        // The baseline's second turn is no round of its variant.
        var slices = told.Where(one => one.Type == "slice").ToLookup(one => one.Data.GetProperty("again").GetBoolean());
        slices[true].Select(slice => slice.Text("variant")).ShouldBe(["a", "a"]);
        foreach (var variant in result.Variants)
        {
            var mine = slices[false].Where(slice => slice.Text("variant") == variant.Name).ToArray();
            mine.Select(slice => slice.Number("rps")).ShouldBe(variant.Rounds.Select(round => (double?)round.Rps));
            mine.Select(slice => slice.Number("p50")).ShouldBe(variant.Rounds.Select(round => round.P50));
            mine.Select(slice => slice.Number("p99")).ShouldBe(variant.Rounds.Select(round => round.P99));
            foreach (var (slice, round) in mine.Zip(variant.Rounds))
            {
                // Two milliseconds of each request.
                var cores = 0.002 * round.Requests / slice.Number("seconds")!.Value;
                slice.Number("cpu", "target")!.Value.ShouldBe(cores, 0.0001 * cores);
                (slice.Number("cpu", "back-end"), slice.Number("threads", "back-end"), slice.Number("threads", "target")).ShouldBe((null, 4, 11));
            }
        }

        var standing = told.Last(one => one.Type == "standing").Data.GetProperty("rows").EnumerateArray().ToArray();
        standing.Length.ShouldBe(2);
        foreach (var row in standing)
        {
            var variant = result.Variants.Single(variant => variant.Name == row.GetProperty("variant").GetString());
            row.GetProperty("median").GetDouble().ShouldBe(variant.Throughput.Median);
            row.GetProperty("verdict").GetString().ShouldBe(variant.Ratio?.Verdict ?? "baseline");
        }

        told[^1].Text("state").ShouldBe(result.Validity.State);
        var validity = told.Last(one => one.Type == "validity");
        validity.Data.GetProperty("checks").EnumerateArray().Select(check => check.GetProperty("value").GetString())
            .ShouldBe(result.Validity.Checks.Select(check => check.Value));
    }

    [Fact]
    public async Task Compare_WhileItRuns_TellsWhatIsUnderWay()
    {
        await using var front = await MeteredServer.StartAsync();
        await using var run = await CompareAsync(front.Url);

        var told = await run.Viewer.EventsToAsync("end");

        told.Select(one => one.Id).OfType<long>().ShouldBeInOrder();
        told.Skip(1).Select(one => one.Id).ShouldBeUnique();
        var order = told[0].Data.GetProperty("order").EnumerateArray()
            .SelectMany(round => round.EnumerateArray().Select(place => place.GetInt32() == 0 ? "a" : "b"));
        var measured = told.Where(one => one.Type == "phase" && one.Text("kind") == "measure").ToArray();
        measured.Select(phase => phase.Text("variant")).ShouldBe(order);
        measured.Select(phase => (phase.Number("round"), phase.Number("slot")))
            .ShouldBe([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]);

        // Of a slice of 400 ms there is at least one tick, and it is told as the strategy's that is measured then.
        string? current = null;
        foreach (var one in told)
        {
            current = one.Type == "phase" ? one.Text("variant") : current;
            if (one.Type == "tick")
                (one.Text("variant"), one.Number("errors")).ShouldBe((current, 0));
        }

        told.Where(one => one.Type == "tick").ShouldContain(tick => tick.Number("rps") > 0 && tick.Number("own_t") > 0);
    }

    [Fact]
    public async Task Compare_PageThatComesBack_GetsWhatItMissedAndNothingTwice()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await CompareAsync(server.Url);
        var before = await run.Viewer.EventsToAsync("slice");

        var after = await run.Viewer.EventsToAsync("end", before[^1].Id);

        after[0].Data.GetProperty("resumed").GetBoolean().ShouldBeTrue();
        var ids = before.Skip(1).Concat(after.Skip(1)).Select(one => one.Id!.Value).ToArray();
        ids.ShouldBe(Enumerable.Range(0, ids.Length).Select(i => ids[0] + i));
    }

    [Fact]
    public async Task Compare_PageThatComesLate_GetsTheStory()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await CompareAsync(server.Url);
        var all = await run.Viewer.EventsToAsync("end");

        var late = await run.Viewer.EventsToAsync("end");

        late[0].Data.GetProperty("resumed").GetBoolean().ShouldBeFalse();
        late.Skip(1).Select(one => one.Type).ShouldBe([.. Enumerable.Repeat("slice", 5), "phase", "slice", "standing", "validity", "end"], ignoreOrder: true);
        late.Skip(1).Select(one => one.Id).ShouldBeSubsetOf(all.Select(one => one.Id));
        late.Where(one => one.Type == "slice").Select(one => one.Number("rps"))
            .ShouldBe(all.Where(one => one.Type == "slice").Select(one => one.Number("rps")));
    }

    [Fact]
    public async Task Run_PhasesAndBursts_TellsASliceForEach()
    {
        await using var server = await MeteredServer.StartAsync();
        const string Phases = "[{name: even, rate: 200/s, duration: 300ms}, {burst: '3,5'}, {name: loop, count: 50}]";
        await using var run = await LiveRun.StartAsync(
            _tool, "run", "-u", server.Url, "--phases", Phases, "--warmup", "100ms", "--max-lateness", "1m");

        var told = await run.Viewer.EventsToAsync("end");

        (await run.EndAsync()).ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        var result = (await _tool.ResultAsync()).Variants[0];
        string[] parts = ["even", "burst of 3", "burst of 5", "loop"];
        told[0].Data.GetProperty("parts").EnumerateArray().Select(part => part.GetString()).ShouldBe(parts);
        var slices = told.Where(one => one.Type == "slice").ToArray();
        slices.Select(slice => slice.Text("part")).ShouldBe(parts);
        slices.Select(slice => slice.Number("rps")).ShouldBe(
            [result.Phases![0].Rps, result.Bursts![0].Rps, result.Bursts[1].Rps, result.Phases[2].Rps]);
        told.Where(one => one.Type == "phase").Select(phase => (phase.Text("kind"), phase.Text("part"), phase.Number("slot"))).ShouldBe(
            [("warmup", "warm-up", 1), ("measure", "even", 1), ("measure", "bursts of 3, 5", 2), ("measure", "loop", 4)]);
    }

    [Fact]
    public async Task Run_ThatFails_IsToldToBeInvalidWhileItRuns()
    {
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return Task.CompletedTask;
        });
        await using var run = await LiveRun.StartAsync(_tool, "run", "-u", server.Url, "--duration", "700ms", "--warmup", "0s");

        var told = await run.Viewer.EventsToAsync("end");

        var (validity, slice) = (Array.FindIndex(told, one => one.Type == "validity"), Array.FindIndex(told, one => one.Type == "slice"));
        validity.ShouldBeLessThan(slice);
        told[validity].Text("state").ShouldBe("invalid");
        told[^1].Text("state").ShouldBe("invalid");
    }

    [Fact]
    public async Task Run_Unreachable_EndsThePageToo()
    {
        var refusing = await RawServer.RefusingUrlAsync();
        await using var run = await LiveRun.StartAsync(_tool, "run", "-u", refusing, "-n", "5", "--warmup", "0s");

        var told = await run.Viewer.EventsToAsync("end");

        (told[^1].Text("state"), told[^1].Text("data")).ShouldBe(("cut-short", null));
        (await run.EndAsync()).ShouldBe(ExitCode.Unreachable);
    }

    [Fact]
    public async Task Run_NobodyLooksOn_ReadsNoTierAndSaysSo()
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await _tool.InvokeAsync("run", "-u", server.Url, "--duration", "1s", "--warmup", "0s", "--serve", "http://127.0.0.1:0");

        exit.ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        var check = (await _tool.ResultAsync()).Validity.Checks.Single(check => check.Id == "live");
        check.State.ShouldNotBe(CheckState.Fail);
        check.Value.ShouldEndWith("of a core, 0 pages, 0 metrics scrapes");
    }

    [Fact]
    public async Task Run_SomebodyLooksOn_TellsTheTiersLevels()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await LiveRun.StartAsync(_tool, "run", "-u", server.Url, "--duration", "30s", "--warmup", "0s");

        await foreach (var one in run.Viewer.EventsAsync())
        {
            if (one.Type != "tick" || !one.Data.GetProperty("cpu").TryGetProperty("target", out _))
                continue;
            one.Number("threads", "target").ShouldBe(11);
            one.Number("queue", "target").ShouldBe(42);
            if (one.Number("cpu", "target") > 0)
                break;
        }

        await run.EndAsync();
        (await _tool.ResultAsync()).Validity.State.ShouldBe(RunValidity.CutShort);
    }

    private Task<LiveRun> CompareAsync(string url, params string[] more) => LiveRun.StartAsync(
        _tool, ["compare", "-u", url, "--vary", "strategy=a,b", "--out", _tool.Folder, .. Quick, .. more]);
}
