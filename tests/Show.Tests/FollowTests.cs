using Show.Tests.Hosting;
using static Show.Tests.Hosting.RunEvents;

namespace Show.Tests;

public sealed class FollowTests : FolderTests
{
    private const string Identity = "\"schema\":\"two-tier\",\"command\":\"load run\"";
    private readonly string _file;

    public FollowTests() => _file = Path.Combine(Folder, "run.events.ndjson");

    [Fact]
    public async Task Show_FileThatDoesNotExistYetAndIsReplaced_PageGetsEventsOfTheLatestRun()
    {
        await using var show = await ShowRun.StartAsync(_file);
        (await show.ReadAsync("/")).ShouldContain("<html");
        // A line of which the load tool has written a part is not read.
        File.WriteAllText(
            _file, FormatPlan(1) + Format("load", "{}") + "no event\n" + """{"t":9,"en""");
        var reading = show.ReadUntilAsync("end");
        await show.ReadUntilAsync("plan");
        File.AppendAllText(_file, """d":{"path":"results/gone.json"}}""" + "\n");

        var events = await reading;
        File.WriteAllText(_file, FormatPlan(2) + Format("sample", "{}"));
        var next = await show.ReadUntilAsync("sample");

        events[^1].ShouldBe("""{"t":9,"end":{"path":null}}""");
        next.Last(line => GetKind(line) is "plan").ShouldBe(FormatPlan(2).TrimEnd());
    }

    [Fact]
    public void ReadNewLines_FileReplacedByALongerOne_BeginsAgain()
    {
        var file = new EventFile(_file);
        file.ReadNewLines().ShouldBeEmpty();
        File.WriteAllText(_file, FormatPlan(1));
        file.ReadNewLines().ShouldHaveSingleItem();
        File.AppendAllText(_file, Format("load", "{}"));
        file.ReadNewLines().ShouldHaveSingleItem().ShouldContain("load");
        file.ReadNewLines().ShouldBeEmpty();

        var ticks = Enumerable.Range(0, 50).Select(t => Format("load", "{}", t));
        File.WriteAllText(_file, FormatPlan(2) + string.Concat(ticks));

        file.ReadNewLines().Count.ShouldBe(51);
    }

    [Fact]
    public async Task FollowAsync_NoLineForLong_TheRunIsLostUntilTheNextLine()
    {
        var time = new FakeTimeProvider();
        var feed = new EventFeed(TimeSpan.FromSeconds(1), time);
        using var stop = new CancellationTokenSource();
        File.WriteAllText(_file, FormatPlan(1));
        var following = new RunFollower(feed, isSteered: false, service: null).FollowAsync(
            new EventFile(_file), time, stop.Token);
        feed.IsLost.ShouldBeFalse();

        time.Advance(TimeSpan.FromSeconds(11));
        await Eventually.WaitUntilAsync(() => feed.IsLost);
        File.AppendAllText(_file, """{"t":11}""" + "\n");
        await Eventually.WaitUntilAsync(() =>
        {
            time.Advance(TimeSpan.FromSeconds(1));
            return !feed.IsLost;
        });
        feed.GetLinesAfter(-1).Lines.Select(published => GetKind(published.Line)).ShouldBe(["plan"]);

        await stop.CancelAsync();
        await following;
    }

    [Fact]
    public async Task Show_EndOfARunWithAReport_ServesTheReport()
    {
        Write("x.html", "the report");
        var result = JsonSerializer.Serialize(Write("x.json", $"{{\"a\":[{{\"command\":1}}],{Identity}}}"));
        await using var show = await ShowRun.StartAsync(_file);
        using (var early = await show.GetAsync("/report"))
            early.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        File.WriteAllText(_file, Format("plan", $"{{{Identity}}}") + Format("end", $"{{\"path\":{result}}}"));

        (await show.ReadUntilAsync("end"))[^1].ShouldContain(result);

        (await show.ReadAsync("/report")).ShouldBe("the report");
    }

    /// <summary>Whoever sends the events could otherwise read any page of this machine.</summary>
    [Theory]
    [InlineData("x.json", "")]
    [InlineData("x.json", "{}")]
    [InlineData("x.json", "[")]
    [InlineData("x.json", "{\"schema\":\"two-tier\",\"command\":\"load compare\"}")]
    [InlineData("x.json", "{\"inner\":{\"schema\":\"two-tier\",\"command\":\"load run\"}}")]
    [InlineData("x.txt", "{\"schema\":\"two-tier\",\"command\":\"load run\"}")]
    public async Task Show_EndNamesAnotherFile_ServesNothing(string name, string content)
    {
        Write("x.html", "secret");
        var path = JsonSerializer.Serialize(Write(name, content));
        await using var show = await ShowRun.StartAsync(_file);
        File.WriteAllText(_file, Format("plan", $"{{{Identity}}}") + Format("end", $"{{\"path\":{path}}}"));

        (await show.ReadUntilAsync("end"))[^1].ShouldBe("{\"t\":1,\"end\":{\"path\":null}}");

        using var report = await show.GetAsync("/report");
        report.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Show_File_CannotBeControlled()
    {
        File.WriteAllText(_file, FormatPlan(1));
        await using var show = await ShowRun.StartAsync(_file);

        (await show.ReadUntilAsync("plan")).ShouldHaveSingleItem();
        using var response = await show.PostAsync("/api/run/stop", "{}");

        ((int)response.StatusCode).ShouldBe(404);
    }
}
