using System.Net;

namespace Show.Tests;

public sealed class FollowTests
{
    [Fact]
    public async Task Show_RunsOneAfterAnother_PageGetsEventsOfTheLatest()
    {
        await using var first = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync(first.Url);
        (await show.ReadAsync("/")).ShouldContain("<html");
        first.PublishHeader(1);
        first.Publish("tick", """{"t":1}""");
        first.Publish("end", """{"report":"report","data":"results/gone.json"}""");

        var events = await show.ReadUntilAsync("end");
        await first.DisposeAsync();
        await using var second = await FakeLoadTool.StartAsync(first.Url);
        var reading = show.ReadUntilAsync("slice");
        second.PublishHeader(2);
        second.Publish("slice", """{"t":2}""");

        JsonElement.Parse(events[^1].Data).GetProperty("report").ValueKind.ShouldBe(JsonValueKind.Null);
        var next = await reading;
        next.Select(item => item.EventType).Where(type => type is "hello").Count().ShouldBeGreaterThan(0);
        JsonElement.Parse(next.Last(item => item.EventType == "hello").Data).GetProperty("run").GetInt32().ShouldBe(2);
    }

    [Fact]
    public async Task Show_EndOfARunWithAReport_ServesTheReport()
    {
        var folder = Directory.CreateTempSubdirectory();
        var report = Path.Combine(folder.FullName, "x.html");
        await File.WriteAllTextAsync(report, "the report", TestContext.Current.CancellationToken);
        await using var load = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync(load.Url);
        using (var early = await show.GetAsync("/report"))
            early.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        load.PublishHeader(1);
        load.Publish("end", $$"""{"report":"report","data":"{{Path.ChangeExtension(report, ".json")}}"}""");

        await show.ReadUntilAsync("end");

        (await show.ReadAsync("/report")).ShouldBe("the report");
        folder.Delete(recursive: true);
    }

    [Fact]
    public async Task Show_RequestsOfThePage_ArePassedOnWithTheToken()
    {
        await using var load = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync($"{load.Url}/#token=abc");
        show.Address.ShouldEndWith("/#token=abc");
        load.PublishHeader(1);
        (await show.ReadUntilAsync("hello"))[^1].Data.ShouldContain("\"control\":true");

        foreach (var (path, body, status) in new[]
        {
            ("/api/marks", """{"text":"cold"}""", 204), ("/api/run/stop", "{}", 204),
            ("/api/stage/variant", """{"variant":"b"}""", 204), ("/api/stage/connections", """{"connections":4}""", 204),
            ("/api/stage/proof", """{"shown":true}""", 204), ("/api/marks", """{"text":"refuse"}""", 400),
            ("/api/stage/service", """{"running":false}""", 404),
        })
        {
            using var response = await show.PostAsync(path, body);
            ((int)response.StatusCode).ShouldBe(status, path);
        }

        load.Requests.ShouldBe(
        [
            """Bearer abc {"note":"cold"}""", """Bearer abc {"stop":true}""", """Bearer abc {"variant":"b"}""",
            """Bearer abc {"connections":4}""", """Bearer abc {"proof":true}""", """Bearer abc {"note":"refuse"}""",
        ]);
    }

    [Fact]
    public async Task Show_RequestsOfOthers_AreRejected()
    {
        await using var load = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync($"{load.Url}/#token=abc");

        foreach (var (token, origin) in new (string?, string?)[]
        {
            ("", null), ("abd", null), (null, "http://example.org"), (null, "null"),
        })
        {
            using var response = await show.PostAsync("/api/run/stop", "{}", token, origin);
            ((int)response.StatusCode).ShouldBe(403, $"{token} {origin}");
        }

        using var foreign = await show.GetAsync("/events", "rebound.example.org");
        foreign.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        using var read = await show.GetAsync("/", origin: "http://example.org");
        read.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        load.Requests.ShouldBeEmpty();
    }

    [Fact]
    public async Task Show_WithoutToken_CannotControl()
    {
        await using var load = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync(load.Url);
        load.PublishHeader(1);

        (await show.ReadUntilAsync("hello"))[^1].Data.ShouldContain("\"control\":false");
        using var response = await show.PostAsync("/api/run/stop", "{}");

        ((int)response.StatusCode).ShouldBe(404);
    }

    [Fact]
    public async Task Show_ServiceKilledAndStartedTwice_AsksForEachOnceAndTellsThePage()
    {
        await using var load = await FakeLoadTool.StartAsync();
        // It answers what is posted to it, and keeps it.
        await using var other = await FakeLoadTool.StartAsync();
        await using var show = await ShowRun.StartAsync(
            $"{load.Url}/#token=abc", "--kill", $"database={other.Url}/control");
        load.PublishHeader(1, ""","stage":true""");
        JsonElement.Parse((await show.ReadUntilAsync("hello"))[^1].Data).GetProperty("stage").GetRawText()
            .ShouldBe("""{"service":"database","service_state":"running"}""");
        load.Publish("tick", """{"t":7}""");

        foreach (var running in (string[])["false", "false", "true", "true"])
        {
            using var response = await show.PostAsync("/api/stage/service", $$"""{"running":{{running}}}""");
            ((int)response.StatusCode).ShouldBe(204);
            (await show.ReadUntilAsync("hello"))[^1].Data.ShouldContain(
                running is "true" ? "\"service_state\":\"running\"" : "\"service_state\":\"killed\"");
        }

        var events = await show.ReadUntilAsync("service");
        JsonElement.Parse(events[^1].Data).GetProperty("state").GetString().ShouldBe("running");
        other.Requests.ShouldBe([""" {"running":false}""", """ {"running":true}"""]);
        await Eventually.GetAsync(() => Task.FromResult(load.Requests.LastOrDefault()), TimeSpan.FromSeconds(10));
        load.Requests.ShouldBe(["""Bearer abc {"again":true}"""]);
    }
}
