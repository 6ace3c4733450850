using static Show.Tests.Hosting.RunEvents;

namespace Show.Tests;

/// <summary>Whatever comes in place of events, the page goes on.</summary>
public sealed class HostileEventTests : FolderTests
{
    [Theory]
    [InlineData("""{"t":"1","load":{}}""")]
    [InlineData("""{"t":1e999,"load":{}}""")]
    [InlineData("""{"t":null,"load":{}}""")]
    [InlineData("""{"t":[1],"load":{}}""")]
    [InlineData("""{"t":1,"t":2,"load":{}}""")]
    [InlineData("""{"t":1,"unknown":{}}""")]
    [InlineData("""{"t":1,"end":null}""")]
    [InlineData("""{"t":1,"end":7}""")]
    [InlineData("""{"t":1,"end":[]}""")]
    [InlineData("""[{"t":1}]""")]
    [InlineData("null")]
    [InlineData("{")]
    [InlineData("\0\u00ff\ud800")]
    [InlineData("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[")]
    public void Receive_OddEvent_IsNoneAndTheNextOneComes(string line)
    {
        var feed = new EventFeed(TimeSpan.FromSeconds(1), TimeProvider.System);
        var follower = new RunFollower(feed, isSteered: true, service: null);
        follower.Receive(line);
        follower.Receive(FormatPlan(1));

        follower.Receive(line);
        follower.Receive("""{"t":3,"sample":{}}""");
        follower.PublishControls();

        feed.GetLinesAfter(-1).Lines.Select(published => GetKind(published.Line)).ShouldBe(
            ["plan", "show", "sample", "show"]);
    }

    [Theory]
    [InlineData("""{"t":1,"end":{"path":7}}""")]
    [InlineData("""{"t":1,"end":{"path":{"a":1}}}""")]
    [InlineData("""{"t":1,"end":{"path":"\u0000.json"}}""")]
    [InlineData("""{"t":1,"end":{"path":"/dev/zero.json"}}""")]
    public void Receive_EndWithOddPath_HasNoReport(string line)
    {
        var feed = new EventFeed(TimeSpan.FromSeconds(1), TimeProvider.System);
        var follower = new RunFollower(feed, isSteered: false, service: null);
        follower.Receive(FormatPlan(1));

        follower.Receive(line);

        feed.GetLinesAfter(-1).Lines[^1].Line.ShouldBe("""{"t":1,"end":{"path":null}}""");
        follower.ReportPath.ShouldBeNull();
    }

    [Fact]
    public async Task Show_PipeOrFolder_IsRefused()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no such pipes.");
        var pipe = Path.Combine(Folder, "pipe");
        using (var process = Process.Start("mkfifo", [pipe]))
            await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        var output = new StringWriter();

        foreach (var args in (string[][])[[pipe, "--play"], [Folder]])
        {
            (await new ShowCommand(output, output).InvokeAsync(args, TestContext.Current.CancellationToken))
                .ShouldBe(64, output.ToString());
        }

        output.ToString().ShouldContain("this is no recording");
        output.ToString().ShouldContain("this is a folder");
        new EventFile(pipe).ReadNewLines().ShouldBeEmpty();
    }
}
