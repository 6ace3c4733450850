namespace Load.Tests;

public sealed class RemoteControlTests : LoadToolTests
{
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
        var kept = (await Tool.ReadResultAsync()).Annotations.ShouldHaveSingleItem();
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
        (await run.StopAsync()).ShouldBe(ExitCode.RunInterrupted, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        result.Validity.State.ShouldBe("cut-short");
        result.Variants[0].Requests.ShouldBeGreaterThan(0);
        events[^1].Text("data").ShouldBe(Directory.GetFiles(Tool.Folder, "*.json").Single());
    }

    [Fact]
    public async Task Request_WithoutTokenOrFromAnotherOriginOrWithoutText_IsRejected()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--control");

        foreach (var (token, origin) in new (string?, string?)[]
        {
            ("", null), ("00000000000000000000000000000000", null), (null, "http://example.org"), (null, "null"),
        })
        {
            using var mark = await run.Page.PostAsync("/api/marks", """{"text":"not mine"}""", token, origin);
            using var stop = await run.Page.PostAsync("/api/run/stop", "", token, origin);
            ((int)mark.StatusCode, (int)stop.StatusCode).ShouldBe((403, 403), $"{token} {origin}");
        }

        foreach (var json in new[] { """{"text":"  "}""", "{}", "no JSON" })
        {
            using var mark = await run.Page.PostAsync("/api/marks", json);
            ((int)mark.StatusCode).ShouldBe(400, json);
        }

        (await run.Page.ReadUntilAsync("tick")).ShouldNotContain(received => received.Type == "mark");
    }

    [Fact]
    public async Task Server_RemoteControlNotEnabled_HasMetricsForItsOwnHostNameOnly()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await run.Page.ReadUntilAsync("tick");

        foreach (var path in new[] { "/events", "/metrics", "/report" })
        {
            using var foreign = await run.Page.GetAsync(path, "rebound.example.org");
            ((int)foreign.StatusCode).ShouldBe(400, path);
        }

        using var metrics = await run.Page.GetAsync("/metrics");
        (await metrics.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
            .ShouldContain("load_stage{scenario=\"run\"");
        using var mark = await run.Page.PostAsync("/api/marks", """{"text":"mine"}""");
        using var stop = await run.Page.PostAsync("/api/run/stop", "");

        ((int)mark.StatusCode, (int)stop.StatusCode).ShouldBe((404, 404));
        (await run.Page.ReadUntilAsync("hello"))[0].Data.GetProperty("control").GetBoolean().ShouldBeFalse();
    }

    private Task<LiveRun> StartAsync(MeteredServer server, params string[] more) =>
        LiveRun.StartAsync(Tool, ["run", "-u", server.Url, "--duration", "1m", "--warmup", "0s", .. more]);

    private static async Task StopAsync(LiveRun run)
    {
        using var stopped = await run.Page.PostAsync("/api/run/stop", "");
        ((int)stopped.StatusCode).ShouldBe(202);
    }
}
