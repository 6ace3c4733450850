using System.Security.Cryptography;
using TwoTier.Load.Reports.Words;
using TwoTier.Load.Reports;

namespace Load.Tests;

public sealed class ReportCommandTests : LoadToolTests
{
    [Theory]
    [InlineData("-n 200 --pass p50<1m --pass errors=0")]
    [InlineData("--burst 2,5 --expect 404")]
    public async Task Report_RunResult_PrintsSameOutputAsRunCommand(string options)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        await Tool.RunAsync(server.Url, options);
        var file = Directory.GetFiles(Tool.Folder, "*.json").ShouldHaveSingleItem();
        var markdown = await TakeMarkdownAsync(file);

        using var reportTool = new LoadTool();
        (await reportTool.InvokeAsync("report", file)).ShouldBe(ExitCode.Ok, reportTool.Error);

        reportTool.Output.ShouldBe(Tool.Output);
        (await TakeMarkdownAsync(file)).ShouldBe(markdown);
    }

    [Theory]
    [InlineData("^.*$", "no", "error: the file is incomplete or no result: ")]
    [InlineData("urn:load:result:5", "urn:other", "error: the result has the schema urn:other; expected urn:load:result:5")]
    [InlineData("(\"baseline\":\")string-jsonconvert", "$1webclient-async", "the result lacks the variant webclient-async")]
    [InlineData("\"rate\":1000,", "", "including: 'rate'")]
    public async Task Report_InvalidFile_ReportsErrorAndWritesNothing(string part, string instead, string expected)
    {
        var json = JsonSerializer.Serialize(SampleResults.Result("get-from-json: 1.12 (faster)"), ResultJson.Default.Result);
        var file = Path.Combine(Tool.Folder, "x.json");
        await File.WriteAllTextAsync(
            file, new Regex(part).Replace(json, instead, 1), TestContext.Current.CancellationToken);

        (await Tool.InvokeAsync("report", file)).ShouldBe(ExitCode.UsageError, Tool.Output);

        Tool.Error.ShouldStartWith(file);
        Tool.Error.ShouldContain(expected);
        Tool.Output.ShouldBeEmpty();
        Directory.GetFiles(Tool.Folder, "*.md").ShouldBeEmpty();
    }

    [Fact]
    public async Task Report_History_DrawsEachRatioWithItsInterval()
    {
        static string Line(string state, string ratio) =>
            $$"""{"started":"2026-11-30T19:16:47Z","state":"{{state}}","a":"a","b":". (1234abcd)","ratio":{{ratio}},"cpu_ratio":null,"alloc_ratio":null}""";
        var file = new TempFile(".ndjson", string.Join('\n',
            Line("valid", """{"value":0.9,"lo":0.8,"hi":1,"verdict":"slower","units":[]}"""),
            Line("busy", """{"value":1.1,"lo":0.9,"hi":1.2,"verdict":"withheld","units":[]}""")));
        (await Tool.InvokeAsync("report", file.Path)).ShouldBe(ExitCode.Ok, Tool.Error);

        Tool.Output.ShouldContain("  2026-11-30       0.90 [0.80, 1.00]  =====o====|·········  . (1234abcd)");
        Tool.Output.ShouldContain("  2026-11-30 BUSY  1.10 [0.90, 1.20]  ·····=====|===o=====  . (1234abcd)");
        Tool.Output.ShouldNotContain("CPU");

        var broken = new TempFile(".ndjson", "{}");
        (await Tool.InvokeAsync("report", broken.Path)).ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldStartWith($"{broken.Path}:1: error: no line of load ab --history: ");
    }

    // Every write to /dev/full fails in the same way as on a full disk.
    [Fact]
    public async Task WriteAsync_ReportOnFullDisk_LeavesNoFile()
    {
        var result = SampleResults.Run();
        File.CreateSymbolicLink(Path.Combine(Tool.Folder, $"{result.Id}.md"), "/dev/full");

        await Should.ThrowAsync<IOException>(() => ResultFiles.WriteAsync(result, Tool.Folder));

        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
    }

    // Control characters in a file would be obeyed by a terminal, and line breaks and links would change the Markdown.
    [Fact]
    public async Task Report_FileWithControlCharactersAndLinks_PrintsAndWritesThemAsText()
    {
        const string hostile = "\e]0;owned\a[click](http://evil)\n# heading <img src=x>";
        var result = SampleResults.Run();
        var run = result.Variants[0] with
        {
            Causes = new Dictionary<string, IReadOnlyDictionary<string, long>>
            {
                ["reset"] = new Dictionary<string, long> { [hostile] = 5 },
            },
            TransportErrors = new Dictionary<string, long> { ["reset"] = 5 },
            Requests = result.Variants[0].Requests + 5,
        };
        result = result with
        {
            Variants = [run],
            Provenance = [.. result.Provenance, ["CPU", hostile]],
            RepeatCommand = hostile,
            Scenario = result.Scenario with { Name = hostile },
        };
        var file = await ResultFiles.WriteAsync(result, Tool.Folder);

        var exit = await Tool.InvokeAsync("report", file);

        exit.ShouldBe(ExitCode.Ok, Tool.Error);
        Tool.Output.ShouldNotContain('\e');
        Tool.Output.ShouldContain("·]0;owned·");
        var markdown = await TakeMarkdownAsync(file);
        markdown.ShouldNotContain("\n# heading");
        markdown.ShouldNotContain("](http://evil)");
        markdown.ShouldNotContain("<img");
    }

    [Fact]
    public async Task Report_SomeInvalidFiles_ReportsInvalidFilesAndShowsValidOnes()
    {
        var good = await ResultFiles.WriteAsync(SampleResults.Result("get-from-json: 1.12 (faster)"), Tool.Folder);

        var exit = await Tool.InvokeAsync("report", "/nowhere/\e[31mred.json", good);

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain("/nowhere/·[31mred.json: error: cannot read the file");
        Tool.Output.ShouldStartWith("\nget-from-json is faster than string-jsonconvert.");
    }

    private static async Task<string> TakeMarkdownAsync(string file)
    {
        var path = Path.ChangeExtension(file, ".md");
        var text = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
        File.Delete(path);
        return text;
    }

    private static readonly Result Sample =
        SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 0.5 (slower)");

    [Theory]
    [InlineData("</script><script>alert(1)</script>")]
    [InlineData("<!--words--><!--result--><!--title-->\"'&lt;{{script}}")]
    public void Render_HostileNames_EmbedsNamesAsDataOnly(string name)
    {
        var hostile = Sample with
        {
            Id = name,
            RepeatCommand = name,
            Scenario = Sample.Scenario with { Name = name },
            Variants = [Sample.Variants[0], Sample.Variants[1] with { Name = name }, Sample.Variants[2]],
        };

        var page = ReportPage.Render(hostile);

        CountElements(page).ShouldBe(CountElements(ReportPage.Render(Sample)));
        var embedded = JsonSerializer.Deserialize(GetEmbeddedJson(page, "result"), ResultJson.Default.Result)!;
        (embedded.Variants[1].Name, embedded.Scenario.Name).ShouldBe((name, name));
        using var words = JsonDocument.Parse(GetEmbeddedJson(page, "words"));
        string.Concat(words.RootElement.GetProperty("headline").EnumerateArray()
            .Select(run => run.GetProperty("text").GetString())).ShouldBe(ResultSummary.Format(hostile));

        static int CountElements(string page) => Regex.Count(page, "<[a-z!/]", RegexOptions.IgnoreCase);
    }

    [Fact]
    public void Render_Result_PolicyAllowsOnlyEmbeddedScriptAndNoHost()
    {
        var page = ReportPage.Render(Sample);

        var policy = Regex.Match(page, "http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\">").Groups[1].Value;
        var script = Regex.Match(page, "<script>(.*)</script>", RegexOptions.Singleline).Groups[1].Value;
        policy.ShouldStartWith("default-src 'none'");
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        policy.ShouldContain($"script-src 'sha256-{hash}';");
        policy.ShouldContain("connect-src 'none'");
    }

    private static string GetEmbeddedJson(string page, string id) =>
        Regex.Match(page, $"<script id=\"{id}\" type=\"application/json\">([^<]*)</script>").Groups[1].Value;
}
