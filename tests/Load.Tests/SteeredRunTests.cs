namespace Load.Tests;

public sealed class SteeredRunTests : LoadToolTests
{
    [Fact]
    public async Task Lines_VariantConnectionsAndStop_ChangeTheLoadAndEndIt()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = Start(server);

        var first = await ReadUntilTickAsync(run, "a");
        first[0].Plan!.Kind.ShouldBe("stage");
        Turns(first).ShouldBe([("a", 2)]);

        run.Tell("""{"variant":"b"}""");
        Turns(await ReadUntilTickAsync(run, "b")).Last().ShouldBe(("b", 2));

        run.Tell("""{"connections":4}""");
        run.Tell("""{"variant":"a"}""");
        await run.ReadUntilAsync(line => line.Turn is { Variant: "a", Connections: 4 });
        await ReadUntilTickAsync(run, "a");

        run.Tell("""{"stop":true}""");
        (await run.WaitForExitAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        server.RequestedPaths.ShouldContain(path => path.Contains("strategy=b", StringComparison.Ordinal));
        Tool.Output.ShouldContain("the figures are only shown");
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

        Turns(await ReadUntilTickAsync(run, "b")).ShouldBe([("b", 2)]);
        foreach (var line in lines)
            Tool.Error.ShouldContain($"--steer: error: {line}: ");
        Tool.Input.Complete();
        (await run.WaitForExitAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
    }

    [Fact]
    public async Task Lines_QueryAsVariant_SendsItIfNobodyReadsEvents()
    {
        await using var server = await MeteredServer.StartAsync();
        var run = Tool.InvokeAsync("run", "--steer", server.Url, "--vary", "strategy=a,b", "-c", "2");
        Tool.Input.Add("""{"variant":"strategy=b&http=2"}""");
        while (!server.RequestedPaths.Contains("/?strategy=b&http=2"))
            await Task.Delay(10, TestContext.Current.CancellationToken);
        Tool.Input.Complete();

        (await run).ShouldBe(ExitCode.Ok, Tool.Error);
        Tool.Error.ShouldBeEmpty();
    }

    [Fact]
    public async Task Proof_ComparesTheVariantWithTheBaselineAndGoesBack()
    {
        await using var server = await MeteredServer.StartAsync();
        await using var run = Start(
            server, "--rounds", "3", "--turn", "100ms", "--warmup", "100ms");
        await ReadUntilTickAsync(run, "a");
        run.Tell("""{"variant":"b"}""");
        await ReadUntilTickAsync(run, "b");
        run.Tell("""{"proof":true}""");
        run.Tell("""{"proof":true}""");
        var proof = await run.ReadUntilEndAsync();
        var plan = proof.Last(line => line.Plan is not null).Plan!;
        (plan.Kind, plan.Baseline).ShouldBe(("compare", "a"));
        var standings = proof.Last(line => line.Standings is not null).Standings!;
        standings.Single(standing => standing.Variant == "b").Rounds.ShouldBe(3);
        Directory.GetFiles(Tool.Folder, "*.json").ShouldHaveSingleItem().ShouldBe(proof[^1].End!.Path);

        run.Tell("""{"proof":false}""");
        await run.ReadUntilAsync(line => line.Plan is { Kind: "stage" });
        await ReadUntilTickAsync(run, "b");
        (await run.StopAsync()).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        (await run.ReadUntilEndAsync())[^1].End!.State.ShouldBe("cut-short");
    }

    private EventRun Start(MeteredServer server, params string[] options) => new(
        Tool, ["run", "--steer", "-u", server.Url, "--vary", "strategy=a,b,c", "-c", "2", .. options]);

    private static Task<ResultLine[]> ReadUntilTickAsync(EventRun run, string variant) =>
        run.ReadUntilAsync(line => line.Load?.Variant == variant);

    private static IEnumerable<(string, int?)> Turns(IEnumerable<ResultLine> events) =>
        events.Select(line => line.Turn).OfType<TurnStart>().Select(turn => (turn.Variant, turn.Connections));
}
