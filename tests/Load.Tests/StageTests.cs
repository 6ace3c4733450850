using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Load.Tests;

public sealed class StageTests : LoadToolTests
{
    [Fact]
    public async Task Stage_KeysPressed_SwapVariantAndConnectionsUnderLoad()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);

        var first = await ReadUntilTickAsync(run, "a");
        (first[0].Text("kind"), first[0].Data.GetProperty("stage").GetBoolean()).ShouldBe(("stage", true));
        Phases(first).ShouldBe([("a", "2 connections")]);
        first.Single(received => received.Type == "phase").ReadNumber("connections").ShouldBe(2);

        await PostAsync(run, """{"variant":"b"}""");
        Phases(await ReadUntilTickAsync(run, "b")).Last().ShouldBe(("b", "2 connections"));

        await PostAsync(run, """{"connections":4}""");
        await PostAsync(run, """{"variant":"a"}""");
        await ReadUntilAsync(run, received => received.Type == "phase" && received.Text("variant") == "a"
            && received.Text("part") == "4 connections");
        await ReadUntilTickAsync(run, "a");

        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        server.RequestedPaths.ShouldContain(path => path.Contains("strategy=b", StringComparison.Ordinal));
        Tool.Output.ShouldContain("shown, not measured");
    }

    [Fact]
    public async Task Stage_ImpossibleOrForbiddenChange_IsRefusedAndTheLoadGoesOn()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await ReadUntilTickAsync(run, "a");

        await PostAsync(run, """{"variant":"d"}""", 400);
        await PostAsync(run, "{}", 400);
        await PostAsync(run, """{"proof":true}""", 400);
        await PostAsync(run, """{"connections":0}""", 400);
        await PostAsync(run, """{"connections":100000}""", 400);
        await PostAsync(run, """{"variant":"b"}""", 403, token: "");

        Phases(await ReadUntilTickAsync(run, "a")).ShouldBe([("a", "2 connections")]);
    }

    [Fact]
    public async Task Stage_ManyStreams_SendsMoreRequestsAtATimeThanTheHighestNumberOfConnections()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, protocols: HttpProtocols.Http2);
        await using var run = await EventRun.StartAsync(
            Tool,
            "stage", "-u", server.Url, "--vary", "strategy=a,b", "-c", "3", "--http2", "1000");

        await ReadUntilAsync(run, received => received.Type == "tick" && received.ReadNumber("rps") > 0);

        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Stage_Proof_ComparesTheVariantWithTheBaselineAndGoesBack()
    {
        var folder = TempFile.Folder.CreateSubdirectory(Path.GetRandomFileName());
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(
            server, "--rounds", "3", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "0s", "--out",
            folder.FullName);
        await ReadUntilTickAsync(run, "a");
        await PostAsync(run, """{"variant":"b"}""");
        await ReadUntilTickAsync(run, "b");
        await PostAsync(run, """{"proof":true}""");
        await PostAsync(run, """{"proof":true}""");
        var proof = await ReadUntilAsync(run, received => received.Type == "end");
        var header = proof.Last(received => received.Type == "hello");
        (header.Text("kind"), header.Text("baseline")).ShouldBe(("compare", "a"));
        var rows = proof.Last(received => received.Type == "standing").Data.GetProperty("rows").EnumerateArray();
        rows.Single(row => row.GetProperty("variant").GetString() == "b").GetProperty("rounds").GetInt32().ShouldBe(3);
        folder.GetFiles("*.json").ShouldHaveSingleItem();

        await PostAsync(run, """{"proof":false}""");
        await ReadUntilAsync(run, received => received.Type == "hello" && received.Text("kind") == "stage");
        var after = await ReadUntilTickAsync(run, "b");
        after.ShouldNotContain(received => received.Type == "end", "A new page must not get the end of the proof.");
        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Stage_RecordedWithAProof_RecordsWhatComesAfterItToo()
    {
        var recording = new TempFile(".ndjson", "");
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(
            server, "--rounds", "2", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "0s", "--events",
            recording.Path);
        await PostAsync(run, """{"variant":"b"}""");
        await ReadUntilTickAsync(run, "b");
        await PostAsync(run, """{"proof":true}""");
        await ReadUntilAsync(run, received => received.Type == "end");
        await PostAsync(run, """{"proof":false}""");
        await ReadUntilAsync(run, received => received.Type == "hello" && received.Text("kind") == "stage");
        await ReadUntilTickAsync(run, "b");
        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);

        RecordingTests.ReadRecording(recording.Path)
            .Where(received => received.Type is "hello" or "end")
            .Select(received => received.Type is "hello" ? received.Text("kind") : received.Type)
            .ShouldBe(["stage", "compare", "end", "stage", "end"]);
    }

    private Task<EventRun> StartAsync(MeteredServer server, params string[] options) => EventRun.StartAsync(
        Tool, ["stage", "-u", server.Url, "--vary", "strategy=a,b,c", "-c", "2", .. options]);

    private static async Task PostAsync(
        EventRun run, string json, int expected = StatusCodes.Status204NoContent, string? token = null)
    {
        using var response = await run.Client.PostAsync(json, token);
        ((int)response.StatusCode).ShouldBe(expected, json);
    }

    private static Task<ReceivedEvent[]> ReadUntilTickAsync(EventRun run, string variant) =>
        ReadUntilAsync(run, received => received.Type == "tick" && received.Text("variant") == variant);

    private static Task<ReceivedEvent[]> ReadUntilAsync(EventRun run, Func<ReceivedEvent, bool> isLast) =>
        run.Client.ReadUntilAsync(isLast);

    private static IEnumerable<(string?, string?)> Phases(IEnumerable<ReceivedEvent> events) => events
        .Where(received => received.Type == "phase")
        .Select(received => (received.Text("variant"), received.Text("part")));
}
