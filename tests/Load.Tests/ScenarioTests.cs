using TwoTier.Load;

namespace Load.Tests;

public sealed class ScenarioTests : LoadToolTests
{
    private static readonly string Folder = Path.Combine(Repository.Root, "load", "scenarios");

    public static TheoryData<string> ShippedScenarios =>
        [.. Directory.GetFiles(Folder, "*.yaml").Select(path => Path.GetFileName(path))];

    [Theory]
    [MemberData(nameof(ShippedScenarios))]
    public async Task Run_ShippedScenario_HasNoErrors(string name)
    {
        var refusing = TestServer.RefusingUrl;
        var text = await File.ReadAllTextAsync(Path.Combine(Folder, name), TestContext.Current.CancellationToken);
        var command = text.Contains("vary:", StringComparison.Ordinal)
            ? new[] { "compare", "--vary", $"x=a@{refusing},b@{refusing}", "--baseline", "a" }
            : ["dry-run"];

        var exit = await Tool.InvokeAsync([command[0], Path.Combine(Folder, name), "-u", refusing, .. command[1..]]);

        exit.ShouldNotBe(ExitCode.UsageError, Tool.Error);
    }

    [Fact]
    public void Schemas_CommittedFiles_EqualGeneratedSchemas()
    {
        foreach (var (file, text) in new[]
        {
            ("load/scenarios/scenario.schema.json", ScenarioSchema.Text),
            ("experiments/schemas/result.v5.schema.json", ResultSchema.Text),
        })
        {
            File.ReadAllText(Path.Combine(Repository.Root, file)).Trim().ShouldBe(text.Trim(), "make generate");
        }
    }

    [Fact]
    public async Task Run_WeightedMixOfRequests_SendsByWeightAndCountsEachKind()
    {
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = context.Request.Path == "/b" ? 404 : 200;
            return TestServer.HelloAsync(context);
        });
        var file = WriteScenarioFile($$$$"""
            url: {{{{server.Url}}}}
            requests:
              - { name: first, get: '/a/{{{id:RAND_INTEGER:[1:9]}}}', weight: 3 }
              - { name: second, post: /b, body: x, expect: 404 }
            header: { X-All: 1 }
            count: 40
            connections: 4
            warmup: 0s
            """);

        var exit = await Tool.InvokeAsync("run", file);

        exit.ShouldBe(ExitCode.Ok, Tool.Error + Tool.Output);
        server.RequestedPaths.Count(path => path.StartsWith("/a/", StringComparison.Ordinal)).ShouldBe(30);
        server.RequestedPaths.Count(path => path == "/b").ShouldBe(10);
        var run = (await Tool.ReadResultAsync()).Variants[0];
        run.GetParts(PartKind.Request).Select(kind => (kind.Name, kind.Requests, kind.Errors))
            .ShouldBe([("first", 30, 0), ("second", 10, 0)]);
        (run.Statuses["200"], run.Statuses["404"], run.Errors).ShouldBe((30, 10, 0));
        Tool.Output.ShouldMatch(@"\n  first +30 ");
    }

    [Theory]
    [InlineData("rate: 1000/s\nduration: 5m", "--burst 3,4", 7)]
    [InlineData("connections: 5\nburst: [400]", "--rate 100/s -n 7", 7)]
    public async Task Run_OptionAndScenarioKey_OptionReplacesKey(string says, string options, int sent)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var file = WriteScenarioFile($"url: {server.Url}\nwarmup: 0s\nlimit: lateness=1m\n{says}\n");

        await Tool.InvokeAsync(["run", file, .. options.Split(' ')]);

        server.RequestedPaths.Count.ShouldBe(sent, Tool.Error + Tool.Output);
    }

    [Fact]
    public async Task Compare_NamedVariantsInScenario_SendsQueryAndHostOfEachVariant()
    {
        await using var one = await MeteredServer.StartAsync();
        await using var other = await MeteredServer.StartAsync();
        var file = WriteScenarioFile($$"""
            url: {{one.Url}}
            requests: [{ get: '/a?x=0' }]
            vary:
              - { name: old, query: x=1&y=2, summary: what there was }
              - { name: new, url: {{other.Url}} }
            rounds: 2
            turn: 20ms
            warmup: 10ms
            """);

        await Tool.InvokeAsync("compare", file, "--out", Tool.Folder);

        one.RequestedPaths.Distinct().ShouldBe(["/a?x=1&y=2"], Tool.Error);
        other.RequestedPaths.Distinct().ShouldBe(["/a?x=0"]);
        var result = await Tool.ReadResultAsync();
        result.Variants.Select(variant => (variant.Name, variant.Summary))
            .ShouldBe([("old", "what there was"), ("new", null)]);
    }

    [Fact]
    public async Task Compare_OpenLoopWithThresholds_ReportsCpuRatioAndJudgesEachVariant()
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await Tool.InvokeAsync(
            "compare", "-u", server.Url + "/a", "--vary", "s=a,b", "--pass", "errors = 0", "--pass", "p50 > 1h",
            "--rate", "200/s", "--turn", "100ms", "--rounds", "2", "--monitor", "target",
            "--warmup", "0s", "--limit", "lateness=1m");

        exit.ShouldBe(ExitCode.ExpectationNotMet, Tool.Output);
        var result = await Tool.ReadResultAsync();
        result.Thresholds.Select(one => (one.Text, one.Passed)).ShouldBe(
            [("a: errors = 0", true), ("a: p50 > 1h", false), ("b: errors = 0", true), ("b: p50 > 1h", false)],
            ignoreOrder: true);
        (result.Model.Kind, result.Model.RatePerS).ShouldBe(("open", 200));
        result.Variants.Select(variant => (variant.Planned, variant.Sent, variant.Dropped))
            .ShouldBe([(40, 40, 0), (40, 40, 0)]);
        result.Variants[1].CpuRatio.ShouldNotBeNull();
    }

    [Fact]
    public async Task Run_RelativePathInScenario_IsRelativeToScenarioFolder()
    {
        await using var server = await EchoServer.StartAsync();
        var rows = new TempFile(".csv", "id\n42\n");
        var rowsName = Path.GetFileName(rows.Path);
        var file = WriteScenarioFile($"url: {server.Url}\nrequests: [{{ get: '/{{{{{{id}}}}}}' }}]\nfile: {rowsName}\n");

        await Tool.InvokeAsync("dry-run", file);

        server.ReceivedRequests.ShouldHaveSingleItem(Tool.Error).Path.ShouldBe("/42");
    }

    [Fact]
    public async Task LoadComparison_ReadFromAFile_MeasuresItsVariantsWithItsOptionsOrNamesTheWrongLine()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var file = WriteScenarioFile($"url: {server.Url}\nvary: x=1,2\nwithin: 3m\nturn: 20ms\nwarmup: 0s\n");

        var result = await new LoadComparison(file) { Options = [("rounds", "2")] }
            .RunAsync(TestContext.Current.CancellationToken);

        result.Variants.Select(variant => variant.Name).ShouldBe(["1", "2"]);
        (result.Plan.Rounds, result.Scenario.Path).ShouldBe((2, file));
        var wrong = WriteScenarioFile("url: http://h\nvarry: x=1,2\n");
        (await Should.ThrowAsync<FormatException>(() => new LoadComparison(wrong).RunAsync())).Message
            .ShouldStartWith($"{wrong}:2: error: unknown key \"varry\"");
    }

    private static string WriteScenarioFile(string text) => new TempFile(".yaml", text).Path;

    [Fact]
    public void ParseLine_ParameterValues_ReadsBaseUrlsAndNumbersRepeatedValues() =>
        Parse("strategy=a,b@http://h:1,a").ShouldBe(
            [("a", "strategy=a", null), ("b", "strategy=b", "http://h:1"), ("a (2)", "strategy=a", null)]);

    [Theory]
    [InlineData("/report?how=concat,/report")]
    [InlineData("?x=1,2")]
    [InlineData("a:b=1,2")]
    [InlineData("a@b=1,2")]
    public void ParseLine_NameWithPartOfUrl_IsRefusedAndNamesTheCure(string text) =>
        Should.Throw<ParseException>(() => VariantSettings.ParseLine(text)).Message.ShouldEndWith(
            ". Try two URLs as arguments for variants with different paths");

    private static (string?, string?, string?)[] Parse(string line) =>
        [.. VariantSettings.ParseLine(line).Select(variant => (variant.Name, variant.Query, variant.Url))];
}
