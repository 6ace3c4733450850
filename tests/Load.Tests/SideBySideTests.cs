namespace Load.Tests;

public sealed class SideBySideTests : LoadToolTests
{
    private static Result SampleComparison => SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 0.5 (slower)");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Report_TwoComparableOrForcedResults_WritesPageWithBothResults(bool isOtherMachine)
    {
        var first = await WriteAsync("a", SampleComparison);
        var second = await WriteAsync("b", isOtherMachine ? ComparisonOnOtherMachine : SampleComparison);

        string[] options = isOtherMachine ? ["--force"] : [];
        (await Tool.InvokeAsync(["report", first, second, .. options])).ShouldBe(ExitCode.Ok, Tool.Error);

        var path = Path.Combine(Tool.Folder, "a-beside-b.html");
        Tool.Output.ShouldContain(path);
        var page = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
        page.ShouldContain("\"id\":\"a\"");
        page.ShouldContain("\"id\":\"b\"");
    }

    /// <summary>
    /// A report of twenty results once printed hundreds of lines of reasons, with hashes of 64 digits, before it said
    /// that the pages were written.
    /// </summary>
    [Fact]
    public async Task Report_SeveralDifferentResults_PrintsOneLineForEachUnlessAskedWhy()
    {
        var other = ComparisonOnOtherMachine with
        {
            Scenario = SampleComparison.Scenario with { Sha256 = new string('0', 64) },
        };
        string[] files =
        [
            await WriteAsync("a", SampleComparison), await WriteAsync("b", other), await WriteAsync("c", SampleComparison),
            await WriteAsync("d", other),
        ];

        (await Tool.InvokeAsync(["report", .. files])).ShouldBe(ExitCode.UsageError);

        Tool.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(
            new[] { files[1], files[3] }.Select(file =>
                $"{file}: error: not like {files[0]} (CPU, Scenario): no page side by side. "
                + "Try --why for the differences"));
        Tool.Error.ShouldNotContain(new string('0', 64));

        Directory.GetFiles(Tool.Folder, "*beside*").ShouldBeEmpty();

        using var detailed = new LoadTool();
        await detailed.InvokeAsync(["report", .. files, "--why"]);
        detailed.Error.ShouldContain(
            $"{files[1]}: error: {files[0]} differs in CPU: it has 2 × AMD EPYC | virtual, and this");
    }

    private static Result ComparisonOnOtherMachine => SampleComparison with { Provenance = [["CPU", "4 × Intel Xeon"]] };

    private async Task<string> WriteAsync(string id, Result result) =>
        await ResultFiles.WriteAsync(result with { Id = id }, Tool.Folder);
}
