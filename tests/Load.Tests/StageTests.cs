using Load.Cli;
using Load.Config.Keys;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>Tests load that does not end, of which the live page changes the variant and the connections.</summary>
public sealed class StageTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Stage_KeysPressed_SwapVariantAndConnectionsUnderLoad()
    {
        var before = FindResults();
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);

        var first = await ReadUntilTickAsync(run, "a");
        first[0].Text("kind").ShouldBe("stage");
        Phases(first).ShouldBe([("a", "2 connections")]);
        first.Single(received => received.Type == "phase").ReadNumber("connections").ShouldBe(2);

        (await PostAsync(run, "variant", """{"variant":"b"}""")).ShouldBe(204);
        Phases(await ReadUntilTickAsync(run, "b")).Last().ShouldBe(("b", "2 connections"));

        (await PostAsync(run, "connections", """{"connections":4}""")).ShouldBe(204);
        (await PostAsync(run, "variant", """{"variant":"a"}""")).ShouldBe(204);
        await ReadUntilPhaseAsync(run, "a", "4 connections");
        await ReadUntilAsync(run, received => received.Type == "tick" && received.ReadNumber("rps") > 0);

        (await run.StopAsync()).ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        server.RequestedPaths.ShouldContain(path => path.Contains("strategy=b", StringComparison.Ordinal));
        _tool.Output.ShouldContain("shown, not measured");
        FindResults().ShouldBe(before, "The stage writes no result.");
    }

    [Theory]
    [InlineData("variant", """{"variant":"c"}""", 400)]
    [InlineData("variant", "{}", 400)]
    [InlineData("connections", """{"connections":0}""", 400)]
    [InlineData("connections", """{"connections":100000}""", 400)]
    public async Task Stage_ImpossibleChange_IsRefusedAndTheLoadGoesOn(string path, string json, int status)
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await ReadUntilTickAsync(run, "a");

        (await PostAsync(run, path, json)).ShouldBe(status);

        Phases(await ReadUntilTickAsync(run, "a")).ShouldBe([("a", "2 connections")]);
    }

    [Fact]
    public async Task Stage_RequestWithoutToken_IsForbidden()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);

        using var response = await run.Page.PostAsync("/api/stage/variant", """{"variant":"b"}""", token: "");

        ((int)response.StatusCode).ShouldBe(403);
    }

    [Theory]
    [InlineData("--serve", "http://0.0.0.0:0", "needs a loopback address")]
    [InlineData("--rate", "10/s", "--rate")]
    public async Task Stage_WrongOption_IsRefusedBeforeAnythingIsSent(string option, string value, string message)
    {
        await using var server = await MeteredServer.StartAsync();

        (await _tool.InvokeAsync("stage", "-u", server.Url, "--vary", "strategy=a,b", option, value))
            .ShouldBe(ExitCode.UsageError);

        _tool.Error.ShouldContain(message);
        server.RequestedPaths.ShouldBeEmpty();
    }

    // The stage has no option for the folder of results, so it would write one to the default folder.
    private static string[] FindResults() => Directory.Exists(OutputKeys.Folder.Default)
        ? Directory.GetFiles(OutputKeys.Folder.Default, "*-stage.*")
        : [];

    private Task<LiveRun> StartAsync(MeteredServer server) => LiveRun.StartAsync(
        _tool, "stage", "-u", server.Url, "--vary", "strategy=a,b", "-c", "2");

    private static async Task<int> PostAsync(LiveRun run, string path, string json)
    {
        using var response = await run.Page.PostAsync($"/api/stage/{path}", json);
        return (int)response.StatusCode;
    }

    private static Task<List<ReceivedEvent>> ReadUntilTickAsync(LiveRun run, string variant) =>
        ReadUntilAsync(run, received => received.Type == "tick" && received.Text("variant") == variant);

    private static Task<List<ReceivedEvent>> ReadUntilPhaseAsync(LiveRun run, string variant, string part) =>
        ReadUntilAsync(run, received =>
            received.Type == "phase" && received.Text("variant") == variant && received.Text("part") == part);

    private static async Task<List<ReceivedEvent>> ReadUntilAsync(LiveRun run, Func<ReceivedEvent, bool> isLast)
    {
        var events = new List<ReceivedEvent>();
        await foreach (var received in run.Page.ReadEventsAsync())
        {
            events.Add(received);
            if (isLast(received))
                return events;
        }

        throw new InvalidOperationException("The events ended before the one that was waited for.");
    }

    private static IEnumerable<(string?, string?)> Phases(IEnumerable<ReceivedEvent> events) => events
        .Where(received => received.Type == "phase")
        .Select(received => (received.Text("variant"), received.Text("part")));
}
