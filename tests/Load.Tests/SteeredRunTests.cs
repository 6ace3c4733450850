using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Load.Tests;

public sealed class SteeredRunTests : LoadToolTests
{
    [Fact]
    public async Task Lines_VariantConnectionsAndStop_ChangeTheLoadAndEndIt()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = Start(server);

        var first = await ReadUntilTickAsync(run, "a");
        (first[0].Text("kind"), first[0].Data.GetProperty("stage").GetBoolean()).ShouldBe(("stage", true));
        Phases(first).ShouldBe([("a", "2 connections")]);
        first.Single(received => received.Type == "phase").ReadNumber("connections").ShouldBe(2);

        run.Tell("""{"variant":"b"}""");
        Phases(await ReadUntilTickAsync(run, "b")).Last().ShouldBe(("b", "2 connections"));

        run.Tell("""{"connections":4}""");
        run.Tell("""{"variant":"a"}""");
        await run.Events.ReadUntilAsync(received => received.Type == "phase" && received.Text("variant") == "a"
            && received.Text("part") == "4 connections");
        await ReadUntilTickAsync(run, "a");

        run.Tell("""{"stop":true}""");
        (await run.WaitForExitAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        server.RequestedPaths.ShouldContain(path => path.Contains("strategy=b", StringComparison.Ordinal));
        Tool.Output.ShouldContain("shown, not measured");
    }

    [Fact]
    public async Task Lines_ThatCannotBeObeyed_AreReportedAndTheLoadGoesOnUntilTheInputEnds()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = Start(server);
        await ReadUntilTickAsync(run, "a");

        string[] lines =
        [
            """{"variant":"d"}""", "{}", """{"proof":true}""", """{"connections":0}""", """{"connections":100000}""",
            """{"connections":"many"}""", "no JSON", "null", "[]", "",
        ];
        foreach (var line in lines)
            run.Tell(line);
        run.Tell("""{"variant":"b"}""");

        Phases(await ReadUntilTickAsync(run, "b")).ShouldBe([("b", "2 connections")]);
        foreach (var line in lines)
            Tool.Error.ShouldContain($"--steer: error: {line}: ");
        Tool.Input.Complete();
        (await run.WaitForExitAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Run_ManyStreams_SendsMoreRequestsAtATimeThanTheHighestNumberOfConnections()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, protocols: HttpProtocols.Http2);
        await using var run = new EventRun(
            Tool, "run", "--steer", "-u", server.Url, "--vary", "strategy=a,b", "-c", "3", "--http2", "1000");

        await run.Events.ReadUntilAsync(received => received.Type == "tick" && received.ReadNumber("rps") > 0);

        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Proof_ComparesTheVariantWithTheBaselineAndGoesBack()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = Start(
            server, "--rounds", "3", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "0s");
        await ReadUntilTickAsync(run, "a");
        run.Tell("""{"variant":"b"}""");
        await ReadUntilTickAsync(run, "b");
        run.Tell("""{"proof":true}""");
        run.Tell("""{"proof":true}""");
        var proof = await run.Events.ReadUntilAsync("end");
        var header = proof.Last(received => received.Type == "hello");
        (header.Text("kind"), header.Text("baseline")).ShouldBe(("compare", "a"));
        header.Data.GetProperty("stage").GetBoolean().ShouldBeTrue();
        var rows = proof.Last(received => received.Type == "standing").Data.GetProperty("rows").EnumerateArray();
        rows.Single(row => row.GetProperty("variant").GetString() == "b").GetProperty("rounds").GetInt32().ShouldBe(3);
        Directory.GetFiles(Tool.Folder, "*.json").ShouldHaveSingleItem().ShouldBe(proof[^1].Text("data"));

        run.Tell("""{"proof":false}""");
        await run.Events.ReadUntilAsync(received => received.Type == "hello" && received.Text("kind") == "stage");
        await ReadUntilTickAsync(run, "b");
        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        (await run.Events.ReadUntilAsync("end"))[^1].Text("state").ShouldBe("cut-short");
    }

    private EventRun Start(MeteredServer server, params string[] options) => new(
        Tool, ["run", "--steer", "-u", server.Url, "--vary", "strategy=a,b,c", "-c", "2", .. options]);

    private static Task<ReceivedEvent[]> ReadUntilTickAsync(EventRun run, string variant) =>
        run.Events.ReadUntilAsync(received => received.Type == "tick" && received.Text("variant") == variant);

    private static IEnumerable<(string?, string?)> Phases(IEnumerable<ReceivedEvent> events) => events
        .Where(received => received.Type == "phase")
        .Select(received => (received.Text("variant"), received.Text("part")));
}
