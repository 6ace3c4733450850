using Load.Cli;
using Load.Config.Keys;
using Load.Tests.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Load.Tests;

/// <summary>Tests load that does not end, of which the live page changes the variant and the connections.</summary>
public sealed class StageTests : LoadToolTests
{
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

        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        server.RequestedPaths.ShouldContain(path => path.Contains("strategy=b", StringComparison.Ordinal));
        Tool.Output.ShouldContain("shown, not measured");
        FindResults().ShouldBe(before, "The stage writes no result.");
    }

    [Fact]
    public async Task Stage_ImpossibleOrForbiddenChange_IsRefusedAndTheLoadGoesOn()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server);
        await ReadUntilTickAsync(run, "a");

        (await PostAsync(run, "variant", """{"variant":"d"}""")).ShouldBe(400);
        (await PostAsync(run, "variant", "{}")).ShouldBe(400);
        (await PostAsync(run, "proof", """{"shown":true}""")).ShouldBe(400);
        (await PostAsync(run, "service", """{"running":false}""")).ShouldBe(404);
        (await PostAsync(run, "connections", """{"connections":0}""")).ShouldBe(400);
        (await PostAsync(run, "connections", """{"connections":100000}""")).ShouldBe(400);
        using var forbidden = await run.Page.PostAsync("/api/stage/variant", """{"variant":"b"}""", token: "");
        ((int)forbidden.StatusCode).ShouldBe(403);

        Phases(await ReadUntilTickAsync(run, "a")).ShouldBe([("a", "2 connections")]);
    }

    [Fact]
    public async Task Stage_ManyStreams_SendsMoreRequestsAtATimeThanTheHighestNumberOfConnections()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, protocols: HttpProtocols.Http2);
        await using var run = await LiveRun.StartAsync(
            Tool,
            "stage", "-u", server.Url, "--vary", "strategy=a,b", "-c", "3", "--http-version", "2", "--streams", "1000");

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
        (await PostAsync(run, "variant", """{"variant":"b"}""")).ShouldBe(204);
        await ReadUntilTickAsync(run, "b");
        (await PostAsync(run, "proof", """{"shown":true}""")).ShouldBe(204);
        (await PostAsync(run, "proof", """{"shown":true}""")).ShouldBe(204);
        var proof = await ReadUntilAsync(run, received => received.Type == "end");
        var header = proof.Last(received => received.Type == "hello").Data;
        header.GetProperty("kind").GetString().ShouldBe("compare");
        header.GetProperty("stage").ValueKind.ShouldBe(JsonValueKind.Object);
        header.GetProperty("variants").EnumerateArray().Select(variant => variant.GetProperty("name").GetString())
            .ShouldBe(["a", "b"]);
        header.GetProperty("baseline").GetString().ShouldBe("a");
        var rows = proof.Last(received => received.Type == "standing").Data.GetProperty("rows").EnumerateArray();
        var ratio = rows.Single(row => row.GetProperty("variant").GetString() == "b");
        ratio.GetProperty("rounds").GetInt32().ShouldBe(3);
        ratio.GetProperty("lo").GetDouble().ShouldBeLessThan(ratio.GetProperty("hi").GetDouble());
        folder.GetFiles("*.json").ShouldHaveSingleItem();

        (await PostAsync(run, "proof", """{"shown":false}""")).ShouldBe(204);
        await ReadUntilAsync(run, received => received.Type == "hello" && received.Text("kind") == "stage");
        var after = await ReadUntilTickAsync(run, "b");
        after[0].Text("kind").ShouldBe("stage");
        after.ShouldNotContain(received => received.Type == "end", "A new page must not get the end of the proof.");
        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Stage_ProofEndedEarly_GoesBackAndLeavesNoResult()
    {
        var folder = TempFile.Folder.CreateSubdirectory(Path.GetRandomFileName());
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--rounds", "1000", "--out", folder.FullName);
        await ReadUntilTickAsync(run, "a");
        await PostAsync(run, "variant", """{"variant":"b"}""");
        await PostAsync(run, "proof", """{"shown":true}""");
        await ReadUntilAsync(run, received => received.Type == "hello" && received.Text("kind") == "compare");

        (await PostAsync(run, "variant", """{"variant":"c"}""")).ShouldBe(204);

        (await ReadUntilTickAsync(run, "c")).Last(received => received.Type == "hello").Text("kind").ShouldBe("stage");
        folder.GetFiles().ShouldBeEmpty();
    }

    [Fact]
    public async Task Stage_ServiceKilledAndStartedTwice_AsksForEachOnce()
    {
        var asked = new List<string>();
        await using var other = await StartOtherProgramAsync(asked, StatusCodes.Status204NoContent);
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--kill", $"back-end={other.Url}/");
        var first = await ReadUntilTickAsync(run, "a");
        ReadServiceState(first[0]).ShouldBe("running");

        (await PostAsync(run, "service", """{"running":false}""")).ShouldBe(204);
        (await PostAsync(run, "service", """{"running":false}""")).ShouldBe(204);
        ReadServiceState((await ReadUntilTickAsync(run, "a"))[0]).ShouldBe("killed");
        (await PostAsync(run, "service", """{"running":true}""")).ShouldBe(204);
        (await PostAsync(run, "service", """{"running":true}""")).ShouldBe(204);

        var last = await ReadUntilTickAsync(run, "a");
        ReadServiceState(last[0]).ShouldBe("running");
        last.Last(received => received.Type == "service").Text("state").ShouldBe("running");
        asked.ShouldBe(["""{"running":false}""", """{"running":true}"""]);
    }

    [Fact]
    public async Task Stage_ServiceThatCannotBeKilled_StaysAsItWas()
    {
        await using var other = await StartOtherProgramAsync([], StatusCodes.Status503ServiceUnavailable);
        await using var server = await MeteredServer.StartAsync();
        await using var run = await StartAsync(server, "--kill", $"back-end={other.Url}/");
        await ReadUntilTickAsync(run, "a");

        (await PostAsync(run, "service", """{"running":false}""")).ShouldBe(502);

        ReadServiceState((await ReadUntilTickAsync(run, "a"))[0]).ShouldBe("running");
    }

    [Theory]
    [InlineData("--serve", "http://0.0.0.0:0", "needs a loopback address")]
    [InlineData("--rate", "10/s", "--rate")]
    [InlineData("-c", "2500", "expected 1000 at most")]
    [InlineData("--kill", "http://127.0.0.1:1", "name=http://host:port")]
    public async Task Stage_WrongOption_IsRefusedBeforeAnythingIsSent(string option, string value, string message)
    {
        await using var server = await MeteredServer.StartAsync();

        (await Tool.InvokeAsync("stage", "-u", server.Url, "--vary", "strategy=a,b", option, value))
            .ShouldBe(ExitCode.UsageError);

        Tool.Error.ShouldContain(message);
        server.RequestedPaths.ShouldBeEmpty();
    }

    // The stage has no option for the folder of results, so it would write one to the default folder.
    private static string[] FindResults() => Directory.Exists(OutputKeys.Folder.Default)
        ? Directory.GetFiles(OutputKeys.Folder.Default, "*-stage.*")
        : [];

    private Task<LiveRun> StartAsync(MeteredServer server, params string[] options) => LiveRun.StartAsync(
        Tool, ["stage", "-u", server.Url, "--vary", "strategy=a,b,c", "-c", "2", .. options]);

    /// <summary>Starts a program that is asked to kill and start a service, and only keeps what it is asked.</summary>
    private static Task<TestServer> StartOtherProgramAsync(List<string> asked, int status) =>
        TestServer.StartAsync(async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            asked.Add(await reader.ReadToEndAsync(context.RequestAborted));
            context.Response.StatusCode = status;
        });

    private static string? ReadServiceState(ReceivedEvent header) =>
        header.Data.GetProperty("stage").GetProperty("service_state").GetString();

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
