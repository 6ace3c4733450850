namespace Load.Tests;

public sealed class RecordingTests : LoadToolTests
{
    [Fact]
    public async Task Run_EventsToStandardOutput_LeavesItToThem()
    {
        await using var server = await MeteredServer.StartAsync();

        (await Tool.RunAsync(server.Url, "-n 50 --events -")).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);

        Tool.Error.ShouldContain("50 requests");
        var lines = Tool.Output.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        var events = lines.Select(ReceivedEvent.Parse).ToArray();
        (events[0].Type, events[^1].Type).ShouldBe(("hello", "end"));
        events.Select(one => one.Id).ShouldBe(Enumerable.Range(0, events.Length).Select(i => events[0].Id + i));
    }

    [Fact]
    public async Task Run_ResultAndEventsToStandardOutput_IsAnError()
    {
        (await Tool.RunAsync("http://127.0.0.1:1", "-n 5 --events - --out -")).ShouldBe(ExitCode.UsageError);

        Tool.Error.ShouldContain("standard output gets the result already");
    }

    [Fact]
    public async Task Run_ReaderOfTheEventsHasLeft_WritesTheResultAndFailsAtTheEnd()
    {
        await using var server = await MeteredServer.StartAsync();
        using var tool = new LoadTool { StandardOutput = new AbandonedWriter() };

        (await tool.RunAsync(server.Url, "-n 50 --events -")).ShouldBe(ExitCode.WriteError, tool.Error);

        tool.Error.ShouldContain("cannot write: --events: Broken pipe");
        (await tool.ReadResultAsync()).Validity.State.ShouldBe("valid");
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
}
