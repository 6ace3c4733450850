using Load.Cli;
using Load.Output;
using Load.Output.Files;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class SideBySideTests : IDisposable
{
    private readonly LoadTool _tool = new();

    private static Result SampleComparison => SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 0.5 (slower)");

    public void Dispose() => _tool.Dispose();

    [Theory]
    [InlineData(false, "")]
    [InlineData(true, "--force")]
    public async Task Report_TwoComparableOrForcedResults_WritesPageWithBothResults(bool isOtherMachine, string option)
    {
        var first = await WriteAsync("a", SampleComparison);
        var second = await WriteAsync("b", isOtherMachine ? ComparisonOnOtherMachine : SampleComparison);

        (await ReportAsync(first, second, option)).ShouldBe(ExitCode.Ok, _tool.Error);

        var path = Path.Combine(_tool.Folder, "a-beside-b.html");
        _tool.Output.ShouldContain(path);
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

        (await _tool.InvokeAsync(["report", .. files])).ShouldBe(ExitCode.UsageError);

        _tool.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(
            new[] { files[1], files[3] }.Select(file =>
                $"{file}: error: not like {files[0]} (CPU, Scenario): no page side by side. "
                + "Try --why for the differences"));
        _tool.Error.ShouldNotContain(new string('0', 64));

        Directory.GetFiles(_tool.Folder, "*beside*").ShouldBeEmpty();

        using var detailed = new LoadTool();
        await detailed.InvokeAsync(["report", .. files, "--why"]);
        detailed.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(4);
        detailed.Error.ShouldContain(
            $"{files[1]}: error: {files[0]} differs in CPU: it has 2 × AMD EPYC | virtual, "
            + "and this result has 4 × Intel Xeon. Try again under the same conditions, or --force");
    }

    [Fact]
    public async Task Report_RunOrInvalidResultBesideComparison_IsRefusedEvenIfForced()
    {
        var run = await WriteAsync("a", SampleResults.Run());
        var comparison = await WriteAsync("b", SampleComparison);
        var invalid = await WriteAsync("c", SampleResults.Result("get-from-json: 1 (equal)", RunValidity.InvalidState));

        (await ReportAsync(run, comparison, "--force")).ShouldBe(ExitCode.UsageError);
        (await ReportAsync(invalid, comparison, "--force")).ShouldBe(ExitCode.UsageError);

        _tool.Error.ShouldContain("is a result of load run; expected a result of load compare");
        _tool.Error.ShouldContain($"{invalid} is marked invalid");
    }

    private static Result ComparisonOnOtherMachine => SampleComparison with { Provenance = [["CPU", "4 × Intel Xeon"]] };

    private Task<int> ReportAsync(params string[] args) =>
        _tool.InvokeAsync(["report", .. args.Where(arg => arg.Length > 0)]);

    private async Task<string> WriteAsync(string id, Result result) =>
        await ResultFiles.WriteAsync(result with { Id = id }, _tool.Folder);
}
