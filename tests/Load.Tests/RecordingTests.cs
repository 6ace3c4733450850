using System.Net;

namespace Load.Tests;

public sealed class RecordingTests : LoadToolTests
{
    private static readonly string[] QuickOptions =
        ["--warmup", "0s", "--slice-warmup", "0s", "--slice", "100ms", "--rounds", "2", "--vary", "strategy=a,b"];

    [Fact]
    public async Task Compare_Recorded_KeepsEveryEventThatThePageGot()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await LiveRun.StartAsync(
            Tool, ["compare", "-u", server.Url, "--out", Tool.Folder, "--record", .. QuickOptions]);

        var events = await run.Page.ReadUntilAsync("end");
        Tool.ShouldHaveMeasured(await run.StopAsync());

        var lines = (await File.ReadAllLinesAsync(FindFile("*.events.ndjson"), TestContext.Current.CancellationToken))
            .Select(line => JsonSerializer.Deserialize<JsonElement>(line))
            .ToArray();
        lines[0].GetProperty("type").GetString().ShouldBe("hello");
        lines[0].GetProperty("data").GetProperty("scenario").GetString().ShouldBe("comparison");
        var recorded = lines[1..]
            .Select(line => new ReceivedEvent(
                line.GetProperty("id").GetInt64(), line.GetProperty("type").GetString()!, line.GetProperty("data")))
            .ToArray();
        recorded.Select(line => line.Id).ShouldBe(Enumerable.Range(0, recorded.Length).Select(i => recorded[0].Id + i));
        recorded[^1].Type.ShouldBe("end");
        events[1..].Select(Format).ShouldBeSubsetOf(recorded.Select(Format));

        static string Format(ReceivedEvent one) => $"{one.Id} {one.Type} {one.Data.GetRawText()}";
    }

    [Fact]
    public async Task Run_Recorded_ReportLinksThePageThatPlaysItWhichReplayServes()
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await Tool.RunAsync(server.Url, "-n 50 --name recorded --record --monitor target");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var (page, recording) = (FindFile("*.play.html"), FindFile("*.events.ndjson"));
        var report = await File.ReadAllTextAsync(
            page.Replace(".play", "", StringComparison.Ordinal), TestContext.Current.CancellationToken);
        report.ShouldContain($"\"play\":\"{Path.GetFileName(page)}\"");
        var text = await File.ReadAllTextAsync(page, TestContext.Current.CancellationToken);
        foreach (var line in await File.ReadAllLinesAsync(recording, TestContext.Current.CancellationToken))
            text.ShouldContain(line.Replace("<", "\\u003c", StringComparison.Ordinal));
        Directory.GetFiles(Tool.Folder, ".*").ShouldBeEmpty("The temporary file of the recording must be gone.");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);

        var replay = Tool.InvokeUntilStoppedAsync(
            ["replay", recording, "--serve", "http://127.0.0.1:0"], stop.Token);
        var address = (await Tool.WaitForOutputAsync(@"replay +(http://\S+/)")).Groups[1].Value;
        using var client = new LivePageClient(new Uri(address));
        using var found = await client.GetAsync($"/{Path.GetFileName(page)}");
        using var other = await client.GetAsync("/other.play.html");

        found.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await found.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).ShouldBe(text);
        other.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        await stop.CancelAsync();
        (await replay).ShouldBe(ExitCode.Ok);
    }

    [Fact]
    public async Task EventRecording_DiskIsFull_FailsOnlyWhenItIsKeptAndIsDeleted()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a device of Linux.");
        File.CreateSymbolicLink(Path.Combine(Tool.Folder, ".1.events.ndjson"), "/dev/full");
        using (var recording = new EventRecording(Tool.Folder, 1))
        {
            for (var id = 1; id <= 1000; id++)
                recording.Write(new LiveEvent(id, LiveEvent.LoadStateType, new string('1', 100)));

            var failure = await Should.ThrowAsync<IOException>(
                () => recording.KeepAsync(Path.Combine(Tool.Folder, "result.json")));
            failure.Message.ShouldStartWith("--record: ");
        }

        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
    }

    private string FindFile(string pattern) => Directory.GetFiles(Tool.Folder, pattern).ShouldHaveSingleItem();
}
