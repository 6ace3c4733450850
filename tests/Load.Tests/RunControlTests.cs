namespace Load.Tests;

public sealed class RunControlTests : LoadToolTests
{
    [Fact]
    public async Task AddNote_DuringRun_IsPublishedAndKeptInResult()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await run.Client.ReadUntilAsync("tick");

        using (var added = await run.Client.PostAsync("""{"note":" cold <cache> "}"""))
            ((int)added.StatusCode).ShouldBe(204);
        var mark = (await run.Client.ReadUntilAsync("mark"))[^1];
        var late = (await run.Client.ReadUntilAsync("tick")).Single(received => received.Type == "mark");

        (mark.Text("text"), late.Id).ShouldBe(("cold <cache>", mark.Id));
        await StopAsync(run);
        await run.StopAsync();
        var kept = (await Tool.ReadResultAsync()).Annotations.ShouldHaveSingleItem();
        kept.Text.ShouldBe("cold <cache>");
        kept.TimeS.ShouldBeInRange(0, mark.ReadNumber("t")!.Value);
    }

    [Fact]
    public async Task StopRun_DuringRun_WritesMeasurementsAsCutShortResult()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await run.Client.ReadUntilAsync("tick");

        var reading = run.Client.ReadUntilAsync("end");
        await StopAsync(run);

        var events = await reading;
        events[^1].Text("state").ShouldBe("cut-short");
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
        await using var run = await StartAsync(server);

        foreach (var (token, origin) in new (string?, string?)[]
        {
            ("", null), ("00000000000000000000000000000000", null), (null, "http://example.org"), (null, "null"),
        })
        {
            using var rejected = await run.Client.PostAsync("""{"stop":true}""", token, origin);
            ((int)rejected.StatusCode).ShouldBe(403, $"{token} {origin}");
        }

        foreach (var json in new[] { """{"note":"  "}""", """{"variant":"b"}""", "{}", "no JSON" })
        {
            using var rejected = await run.Client.PostAsync(json);
            ((int)rejected.StatusCode).ShouldBe(400, json);
        }

        (await run.Client.ReadUntilAsync("tick")).ShouldNotContain(received => received.Type == "mark");
    }

    [Fact]
    public async Task Server_OnLoopback_AnswersForItsOwnHostNameOnly()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await run.Client.ReadUntilAsync("tick");

        foreach (var path in new[] { "/events", "/metrics" })
        {
            using var foreign = await run.Client.GetAsync(path, "rebound.example.org");
            ((int)foreign.StatusCode).ShouldBe(400, path);
        }

        using var metrics = await run.Client.GetAsync("/metrics");
        (await metrics.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
            .ShouldContain("load_stage{scenario=\"run\"");
        using var page = await run.Client.GetAsync("/");
        ((int)page.StatusCode).ShouldBe(404);
    }

    [Fact]
    public async Task Server_OnEveryAddress_CannotBeControlled()
    {
        await using var server = await MeteredServer.StartAsync();
        var port = await RawServer.GetRefusingUrlAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var run = Tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "--duration", "1m", "--events", $"http://*:{new Uri(port).Port}"], stop.Token);
        await Tool.WaitForOutputAsync("events ");
        using var client = new EventClient(new Uri($"{port}#token="));

        (await client.ReadUntilAsync("hello"))[0].Data.GetProperty("control").GetBoolean().ShouldBeFalse();
        using var rejected = await client.PostAsync("""{"stop":true}""");

        ((int)rejected.StatusCode).ShouldBe(404);
        await stop.CancelAsync();
        await run;
    }

    private Task<EventRun> StartAsync(MeteredServer server, params string[] more) =>
        EventRun.StartAsync(Tool, ["run", "-u", server.Url, "--duration", "1m", "--warmup", "0s", .. more]);

    private static async Task StopAsync(EventRun run)
    {
        using var stopped = await run.Client.PostAsync("""{"stop":true}""");
        ((int)stopped.StatusCode).ShouldBe(204);
    }
}
