namespace Load.Tests;

public sealed class RecordingTests : LoadToolTests
{
    /// <summary>How the data of events is read.</summary>
    internal static readonly JsonSerializerOptions EventOptions = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    [Fact]
    public async Task Compare_Recorded_WritesEveryEventThatReadersGot()
    {
        await using var server = await MeteredServer.StartAsync();
        var path = Path.Combine(Tool.Folder, "comparison.events.ndjson");
        await using var run = await EventRun.StartAsync(
            Tool,
            "compare", "-u", server.Url, "--events", path, "--warmup", "500ms", "--slice-warmup", "0s", "--slice", "100ms",
            "--rounds", "2", "--vary", "strategy=a,b");

        var events = await run.Client.ReadUntilAsync("end");
        Tool.ShouldHaveMeasured(await run.StopAsync());

        var recorded = ReadRecording(path);
        (recorded[0].Type, recorded[0].Text("scenario")).ShouldBe(("hello", "comparison"));
        recorded.Select(line => line.Id).ShouldBe(Enumerable.Range(0, recorded.Length).Select(i => recorded[0].Id + i));
        recorded[^1].Type.ShouldBe("end");
        events.Where(received => received.Type != "alive").Select(Format).ShouldBeSubsetOf(recorded.Select(Format));

        static string Format(ReceivedEvent one) => $"{one.Id} {one.Type} {one.Data.GetRawText()}";
    }

    [Fact]
    public async Task Report_PageThatPlaysTheRunBesideTheResult_IsLinked()
    {
        await using var server = await MeteredServer.StartAsync();
        (await Tool.RunAsync(server.Url, "-n 50 --name recorded")).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var result = Directory.GetFiles(Tool.Folder, "*.json").ShouldHaveSingleItem();
        var page = Path.ChangeExtension(result, ".play.html");
        await File.WriteAllTextAsync(page, "", TestContext.Current.CancellationToken);

        await Tool.InvokeAsync("report", result);

        (await File.ReadAllTextAsync(Path.ChangeExtension(result, ".html"), TestContext.Current.CancellationToken))
            .ShouldContain($"\"play\":\"{Path.GetFileName(page)}\"");
    }

    [Fact]
    public void EventFeed_DiskIsFull_FailsOnlyAtTheEnd()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a device of Linux.");
        using var feed = new EventFeed(firstId: 1, "/dev/full");
        for (var id = 1; id <= 1000; id++)
            feed.Publish(RunEvent.AnnotationType, new AnnotationEvent(1, "note"), EventJson.Default.AnnotationEvent);

        Should.Throw<IOException>(feed.CompleteFile).Message.ShouldStartWith("--events: ");
    }

    /// <summary>Reads the events of a recording.</summary>
    internal static ReceivedEvent[] ReadRecording(string path) =>
    [
        .. File.ReadLines(path).Select(line => JsonSerializer.Deserialize<JsonElement>(line)).Select(line =>
            new ReceivedEvent(
                line.GetProperty("id").GetInt64(), line.GetProperty("type").GetString()!, line.GetProperty("data"))),
    ];
}
