using System.Text.RegularExpressions;
using Load.Cli;
using Load.Output.Files;
using Load.Results;
using Load.Results.Files;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class ReportCommandTests : IDisposable
{
    private readonly LoadTool _tool = new();
    private readonly LoadTool _reportTool = new();

    public void Dispose()
    {
        _tool.Dispose();
        _reportTool.Dispose();
    }

    [Theory]
    [InlineData("-n 200 --pass p50<1m --pass errors=0")]
    [InlineData("--burst 2,5 --expect-status 404")]
    public async Task Report_RunResult_PrintsSameOutputAsRunCommand(string options)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        await _tool.InvokeAsync(["run", "-u", server.Url, "--warmup", "0s", .. options.Split(' ')]);
        var file = Directory.GetFiles(_tool.Folder, "*.json").ShouldHaveSingleItem();
        var markdown = await TakeMarkdownAsync(file);

        var exit = await _reportTool.InvokeAsync("report", file);

        exit.ShouldBe(ExitCode.Ok, _reportTool.Error);
        // The command "load run" prints an exit code, but the command "load report" does not.
        _reportTool.Output.ShouldBe(Regex.Replace(_tool.Output, "  exit +[0-9]+\n", ""));
        (await TakeMarkdownAsync(file)).ShouldBe(markdown);
    }

    [Theory]
    [InlineData(RunValidity.ValidState)]
    [InlineData(RunValidity.CutShortState)]
    public async Task Report_ComparisonResult_PrintsSameOutputAsCompareCommand(string state)
    {
        var result = SampleResults.Result(
            "get-from-json: 1.12 (faster), webclient-sync: 1 (equal), read-as-async-2014: 0.05 (slower)", state);
        var file = await ResultFiles.WriteAsync(result, _tool.Folder);
        var markdown = await TakeMarkdownAsync(file);

        await _reportTool.InvokeAsync("report", file);

        _reportTool.Output.ShouldStartWith(Drawing.DrawComparison(result));
        _reportTool.Output.ShouldContain(file);
        (await TakeMarkdownAsync(file)).ShouldBe(markdown);
    }

    [Fact]
    public async Task Report_Big_PrintsTheFindingAndFourColumnsOnly()
    {
        var result = SampleResults.Result("get-from-json: 1.12 (faster), read-as-async-2014: 0.05 (slower)");
        var file = await ResultFiles.WriteAsync(result, _tool.Folder);

        (await _reportTool.InvokeAsync("report", file, "--big")).ShouldBe(ExitCode.Ok, _reportTool.Error);

        var lines = _reportTool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines[0].ShouldStartWith("read-as-async-2014 serves one twentieth as many requests");
        lines[^4].Split(' ', StringSplitOptions.RemoveEmptyEntries).ShouldBe(["variant", "req/s", "ratio", "verdict"]);
        lines[^3].ShouldMatch("^  get-from-json +1 120 +×1.12 +▲ faster$");
        lines[^1].ShouldMatch("^  read-as-async-2014 +50.0 +×0.050 +▼ slower$");
        lines.Length.ShouldBe(6);

        result = result with { Id = "invalid", Validity = new RunValidity(RunValidity.InvalidState, []) };
        using var second = new LoadTool();
        await second.InvokeAsync("report", await ResultFiles.WriteAsync(result, _tool.Folder), "--big");
        second.Output.Trim().ShouldBe("INVALID   Do not quote these figures.");
    }

    [Fact]
    public async Task Report_ResultFileWithOlderSchema_IsRead()
    {
        var old = Path.Combine(_tool.Folder, "old.json");
        File.Copy(GetEarlierResultFile(), old);

        var exit = await _reportTool.InvokeAsync("report", old);

        exit.ShouldBe(ExitCode.Ok, _reportTool.Error);
        _reportTool.Output.ShouldContain("VALID 1 211 514 requests");
        (await TakeMarkdownAsync(old)).ShouldContain("| webclient-sync |");
    }

    [Theory]
    [InlineData("", ".json:1:1: error: the file is not JSON")]
    [InlineData("{\n  \"schema\": x }", ".json:2:13: error: the file is not JSON")]
    [InlineData("[]", "error: the schema is none; expected urn:load:result:2")]
    [InlineData("{\"schema\":\"urn:other\"}", "error: the schema is urn:other; expected urn:load:result:2")]
    [InlineData("{\"schema\":\"urn:load:result:2\"}", "error: the result lacks 'kind', 'id'")]
    public async Task Report_InvalidFile_ReportsErrorAndWritesNothing(string text, string expected)
    {
        var file = Path.Combine(_tool.Folder, "x.json");
        await File.WriteAllTextAsync(file, text, TestContext.Current.CancellationToken);

        (await _reportTool.InvokeAsync("report", file)).ShouldBe(ExitCode.UsageError, _reportTool.Output);

        _reportTool.Error.ShouldStartWith(file);
        _reportTool.Error.ShouldContain(expected);
        _reportTool.Error.ShouldContain("Try ");
        _reportTool.Error.ShouldNotContain("   at ");
        _reportTool.Output.ShouldBeEmpty();
        Directory.GetFiles(_tool.Folder, "*.md").ShouldBeEmpty();
    }

    [Theory]
    [InlineData("(\"kind\":)\"compare\"", "$1\"step\"", "the result has the kind step; expected run or compare")]
    [InlineData("(\"baseline\":\")string-jsonconvert", "$1webclient-async", "the result lacks the variant webclient-async")]
    [InlineData("(\"requests\":)1000(,\"errors\")", "$1\"many\"$2", "at $.variants[0].requests")]
    [InlineData("\"median\":1000,", "", "the result lacks 'median' in $.variants[0].throughput")]
    [InlineData("(\"checks\":\\[)", "$1null,", "the result has a null among")]
    [InlineData("(\\[\"CPU\",)", "$1\"x\",", "the result has provenance that does not consist of pairs")]
    [InlineData("(\"verdict\":\")faster", "$1", "the result has an impossible ratio")]
    [InlineData("(\"ratio\":{\"value\":)1.12", "$1-5", "the result has an impossible ratio")]
    [InlineData("(\"ratio\":{\"value\":1.12,\"lo\":)[^,]+", "${1}1e308", "the result has an impossible ratio")]
    [InlineData("(\"ratio\":{\"value\":1.12,.*?\"hi\":)[^,]+", "${1}1e-300", "the result has an impossible ratio")]
    public Task Report_CorruptedFile_ReportsPlaceAndWritesNothing(string part, string instead, string expected)
    {
        var json = JsonSerializer.Serialize(SampleResults.Result("get-from-json: 1.12 (faster)"), ResultJson.Default.Result);
        var corrupted = new Regex(part).Replace(json, instead, 1);
        corrupted.ShouldNotBe(json);
        return Report_InvalidFile_ReportsErrorAndWritesNothing(corrupted, expected);
    }

    // Control characters in a file would be obeyed by a terminal, and line breaks and links would change the Markdown.
    [Fact]
    public async Task Report_FileWithControlCharactersAndLinks_PrintsAndWritesThemAsText()
    {
        const string hostile = "\e]0;owned\a[click](http://evil)\n# heading <img src=x>";
        var result = SampleResults.Run();
        var failure = new FailureResult("reset", 5, hostile, [new FailureMessage(hostile, 5)]);
        var run = result.Variants[0] with
        {
            Failures = [failure],
            TransportErrors = new Dictionary<string, long> { ["reset"] = 5 },
        };
        result = result with
        {
            Variants = [run],
            Provenance = [.. result.Provenance, ["CPU", hostile]],
            RepeatCommand = hostile,
            Scenario = result.Scenario with { Name = hostile },
        };
        var file = await ResultFiles.WriteAsync(result, _tool.Folder);

        var exit = await _reportTool.InvokeAsync("report", file);

        exit.ShouldBe(ExitCode.Ok, _reportTool.Error);
        _reportTool.Output.ShouldNotContain('\e');
        _reportTool.Output.ShouldNotContain('\a');
        _reportTool.Output.ShouldContain("·]0;owned·");
        var markdown = await TakeMarkdownAsync(file);
        markdown.ShouldNotContain('\e');
        markdown.ShouldNotContain("\n# heading");
        markdown.ShouldNotContain("](http://evil)");
        markdown.ShouldNotContain("<img");
    }

    [Fact]
    public async Task Report_PathWithControlCharacters_PrintsErrorWithoutThem()
    {
        await _reportTool.InvokeAsync("report", "/nowhere/\e[31mred.json");

        _reportTool.Error.ShouldContain("/nowhere/·[31mred.json: error: cannot read the file");
        _reportTool.Error.ShouldNotContain('\e');
    }

    [Fact]
    public async Task Report_SomeInvalidFiles_ReportsInvalidFilesAndShowsValidOnes()
    {
        var good = await ResultFiles.WriteAsync(SampleResults.Result("get-from-json: 1.12 (faster)"), _tool.Folder);

        var exit = await _reportTool.InvokeAsync("report", "/nowhere/a.json", good, _tool.Folder);

        exit.ShouldBe(ExitCode.UsageError);
        _reportTool.Error.ShouldContain("/nowhere/a.json: error: cannot read the file");
        _reportTool.Error.ShouldContain($"{_tool.Folder}: error: cannot read the file");
        _reportTool.Error.ShouldNotContain("   at ");
        _reportTool.Output.ShouldContain("get-from-json serves 12 % more requests than string-jsonconvert.");
    }

    [Fact]
    public async Task Report_PublishedResults_AreRead()
    {
        var folder = Path.Combine(Repository.Root, "docs", "results");
        var files = Directory.GetFiles(folder, "*.json", SearchOption.AllDirectories)
            .Where(path => File.ReadAllText(path).Contains("\"schema\":", StringComparison.Ordinal))
            .ToArray();
        files.Length.ShouldBeGreaterThan(10);

        foreach (var file in files)
        {
            var result = await ResultReader.ReadAsync(file, TestContext.Current.CancellationToken);

            result.Schema.ShouldBe(Result.SchemaId, file);
            result.Variants.ShouldAllBe(variant => !variant.Processes.ContainsKey("front-end"), file);
            result.Variants.SelectMany(variant => variant.Rounds)
                .ShouldAllBe(round => round.CpuMs.ContainsKey("target") || round.CpuMs.Count == 0, file);
        }
    }

    // Creates a result as an older version of the load tool wrote it, without groups and other fields.
    private static string GetEarlierResultFile() =>
        Path.Combine(Repository.Root, "tests/Load.Tests/Earlier/20261120-0636-strategies.json");

    private static async Task<string> TakeMarkdownAsync(string file)
    {
        var path = Path.ChangeExtension(file, ".md");
        var text = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
        File.Delete(path);
        return text;
    }
}
