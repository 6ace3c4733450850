using static Show.Tests.Hosting.RunEvents;

namespace Show.Tests;

public sealed class FollowTests : FolderTests
{
    private readonly string _file;

    public FollowTests() => _file = Path.Combine(Folder, "run.events.ndjson");

    [Fact]
    public async Task Show_FileThatDoesNotExistYetAndIsReplaced_PageGetsEventsOfTheLatestRun()
    {
        await using var show = await ShowRun.StartAsync(_file);
        (await show.ReadAsync("/")).ShouldContain("<html");
        // A line of which the load tool has written a part is not read.
        File.WriteAllText(
            _file, FormatHeader(1) + Format("tick", """{"t":1}""") + "no event\n" + """{"id":9,"type":"en""");
        var reading = show.ReadUntilAsync("end");
        await show.ReadUntilAsync("hello");
        File.AppendAllText(_file, """d","data":{"report":"report","data":"results/gone.json"}}""" + "\n");

        var events = await reading;
        File.WriteAllText(_file, FormatHeader(2) + Format("slice", """{"t":2}"""));
        var next = await show.ReadUntilAsync("slice");

        JsonElement.Parse(events[^1].Data).GetProperty("report").ValueKind.ShouldBe(JsonValueKind.Null);
        JsonElement.Parse(next.Last(item => item.EventType == "hello").Data).GetProperty("run").GetInt32().ShouldBe(2);
    }

    [Fact]
    public void ReadNewLines_FileReplacedByALongerOne_BeginsAgain()
    {
        var file = new EventFile(_file);
        file.ReadNewLines().ShouldBeEmpty();
        File.WriteAllText(_file, FormatHeader(1));
        file.ReadNewLines().ShouldHaveSingleItem();
        File.AppendAllText(_file, Format("tick", """{"t":1}"""));
        file.ReadNewLines().ShouldHaveSingleItem().ShouldContain("tick");
        file.ReadNewLines().ShouldBeEmpty();

        var ticks = Enumerable.Range(0, 50).Select(t => Format("tick", $$"""{"t":{{t}}}"""));
        File.WriteAllText(_file, FormatHeader(2) + string.Concat(ticks));

        file.ReadNewLines().Count.ShouldBe(51);
    }

    [Fact]
    public async Task FollowAsync_NoLineForLong_TheRunIsLostUntilTheNextLine()
    {
        var time = new ManualTime();
        var feed = new EventFeed(TimeSpan.FromSeconds(1), time);
        using var stop = new CancellationTokenSource();
        File.WriteAllText(_file, FormatHeader(1));
        var following = new RunFollower(feed, isSteered: false, service: null).FollowAsync(
            new EventFile(_file), time, stop.Token);
        feed.IsLost.ShouldBeFalse();

        time.Advance(TimeSpan.FromSeconds(11));
        await Eventually.WaitUntilAsync(() => feed.IsLost);
        File.AppendAllText(_file, Format("alive", "{}"));
        await Eventually.WaitUntilAsync(() =>
        {
            time.Advance(TimeSpan.FromSeconds(1));
            return !feed.IsLost;
        });
        feed.GetEventsAfter(-1).Events.Select(published => published.Type).ShouldBe(["hello"]);

        await stop.CancelAsync();
        await following;
    }

    [Fact]
    public async Task Show_EndOfARunWithAReport_ServesTheReport()
    {
        var report = Path.Combine(Folder, "x.html");
        File.WriteAllText(report, "the report");
        await using var show = await ShowRun.StartAsync(_file);
        using (var early = await show.GetAsync("/report"))
            early.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        var data = JsonSerializer.Serialize(Path.ChangeExtension(report, ".json"));
        File.WriteAllText(_file, FormatHeader(1) + Format("end", $$"""{"report":"report","data":{{data}}}"""));

        await show.ReadUntilAsync("end");

        (await show.ReadAsync("/report")).ShouldBe("the report");
    }

    [Fact]
    public async Task Show_File_CannotBeControlled()
    {
        File.WriteAllText(_file, FormatHeader(1, ""","control":true"""));
        await using var show = await ShowRun.StartAsync(_file);

        (await show.ReadUntilAsync("hello"))[^1].Data.ShouldContain("\"control\":false");
        using var response = await show.PostAsync("/api/run/stop", "{}");

        ((int)response.StatusCode).ShouldBe(404);
    }
}
