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

    [Fact]
    public async Task Report_SeveralDifferentResults_PrintsOneReasonForEach()
    {
        string[] files =
        [
            await WriteAsync("a", SampleComparison), await WriteAsync("b", ComparisonOnOtherMachine),
            await WriteAsync("c", SampleComparison),
        ];

        (await Tool.InvokeAsync(["report", .. files])).ShouldBe(ExitCode.UsageError);

        Tool.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldHaveSingleItem().ShouldStartWith(
            $"{files[1]}: error: {files[0]} differs in CPU: it has 2 × AMD EPYC | virtual, and this");
        Directory.GetFiles(Tool.Folder, "*beside*").ShouldBeEmpty();
    }

    private static Result ComparisonOnOtherMachine => SampleComparison with { Provenance = [["CPU", "4 × Intel Xeon"]] };

    private async Task<string> WriteAsync(string id, Result result) =>
        await ResultFiles.WriteAsync(result with { Id = id }, Tool.Folder);
}
