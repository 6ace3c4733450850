using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>Tests what the live page can do during a run, and that any other client is refused.</summary>
public sealed class RemoteControlTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task AddNote_DuringRun_IsPublishedAndKeptInResult()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--control");
        await run.Page.ReadUntilAsync("tick");

        using (var added = await run.Page.PostAsync("/api/marks", """{"text":" cold <cache> "}"""))
            ((int)added.StatusCode).ShouldBe(204);
        var mark = (await run.Page.ReadUntilAsync("mark"))[^1];
        await StopAsync(run);
        var late = (await run.Page.ReadUntilAsync("end")).Single(received => received.Type == "mark");

        (mark.Text("text"), late.Id).ShouldBe(("cold <cache>", mark.Id));
        await run.StopAsync();
        var kept = (await _tool.ReadResultAsync()).Annotations.ShouldHaveSingleItem();
        kept.Text.ShouldBe("cold <cache>");
        kept.TimeS.ShouldBeInRange(0, mark.ReadNumber("t")!.Value);
    }

    [Fact]
    public async Task StopRun_DuringRun_WritesMeasurementsAsCutShortResult()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--control");
        await run.Page.ReadUntilAsync("tick");

        await StopAsync(run);

        var events = await run.Page.ReadUntilAsync("end");
        events[^1].Text("state").ShouldBe("cut-short");
        using (var again = await run.Page.PostAsync("/api/run/stop", ""))
            ((int)again.StatusCode).ShouldBe(409);
        using (var mark = await run.Page.PostAsync("/api/marks", """{"text":"late"}"""))
            ((int)mark.StatusCode).ShouldBe(409);
        (await run.StopAsync()).ShouldBe(ExitCode.RunInterrupted, _tool.Output + _tool.Error);
        var result = await _tool.ReadResultAsync();
        result.Validity.State.ShouldBe("cut-short");
        result.Variants[0].Requests.ShouldBeGreaterThan(0);
        events[^1].Text("data").ShouldBe(Directory.GetFiles(_tool.Folder, "*.json").Single());
    }

    [Theory]
    [InlineData("", null)]
    [InlineData("00000000000000000000000000000000", null)]
    [InlineData(null, "http://example.org")]
    [InlineData(null, "null")]
    public async Task Request_WithoutTokenOrFromAnotherOrigin_IsForbidden(string? token, string? origin)
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--control");

        using var mark = await run.Page.PostAsync("/api/marks", """{"text":"not mine"}""", token, origin);
        using var stop = await run.Page.PostAsync("/api/run/stop", "", token, origin);

        ((int)mark.StatusCode, (int)stop.StatusCode).ShouldBe((403, 403));
        (await run.Page.ReadUntilAsync("tick")).ShouldNotContain(received => received.Type == "mark");
    }

    [Fact]
    public async Task Request_RemoteControlNotEnabled_IsNotFound()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);

        using var mark = await run.Page.PostAsync("/api/marks", """{"text":"mine"}""");
        using var stop = await run.Page.PostAsync("/api/run/stop", "");

        ((int)mark.StatusCode, (int)stop.StatusCode).ShouldBe((404, 404));
        (await run.Page.ReadUntilAsync("hello"))[0].Data.GetProperty("control").GetBoolean().ShouldBeFalse();
    }

    [Theory]
    [InlineData("""{"text":"  "}""")]
    [InlineData("{}")]
    [InlineData("no JSON")]
    public async Task AddNote_WithoutText_IsRejected(string json)
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--control");

        using var mark = await run.Page.PostAsync("/api/marks", json);

        ((int)mark.StatusCode).ShouldBe(400);
    }

    [Theory]
    [InlineData("/events")]
    [InlineData("/metrics")]
    [InlineData("/report")]
    public async Task Request_ForeignHostName_IsRejected(string path)
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);

        using var foreign = await run.Page.GetAsync(path, "rebound.example.org");

        ((int)foreign.StatusCode).ShouldBe(400);
    }

    [Fact]
    public async Task Server_DuringRun_HasMetricsButNoReport()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await run.Page.ReadUntilAsync("tick");

        using var metrics = await run.Page.GetAsync("/metrics");
        using var report = await run.Page.GetAsync("/report");

        (await metrics.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
            .ShouldContain("load_stage{scenario=\"run\"");
        ((int)report.StatusCode).ShouldBe(404);
    }

    [Theory]
    [InlineData("--control", "--control: error: --control needs --serve")]
    [InlineData("--serve-for 1m", "--serve-for: error: --serve-for needs --serve")]
    [InlineData("--serve http://*:5110 --control", "needs a loopback address")]
    [InlineData("--serve nonsense", "--serve: error: \"nonsense\" is not valid")]
    public async Task LivePageOptions_Inconsistent_AreRejectedBeforeRequestsAreSent(string options, string error)
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await _tool.InvokeAsync(["run", "-u", server.Url, "-n", "1", .. options.Split(' ')]);

        exit.ShouldBe(ExitCode.UsageError);
        _tool.Error.ShouldContain(error);
        server.RequestedPaths.ShouldBeEmpty();
    }

    private Task<LiveRun> StartAsync(MeteredServer server, params string[] more) =>
        LiveRun.StartAsync(_tool, ["run", "-u", server.Url, "--duration", "1m", "--warmup", "0s", .. more]);

    private static async Task StopAsync(LiveRun run)
    {
        using var stopped = await run.Page.PostAsync("/api/run/stop", "");
        ((int)stopped.StatusCode).ShouldBe(202);
    }
}
