using TwoTier.Load.Reports.Documents;
using TwoTier.Load.Reports;

namespace Load.Tests;

public sealed class ComparisonViewTests
{
    [Fact]
    public void FormatMarkdown_Comparison_HasSummaryTableAndProvenance()
    {
        var markdown = ResultFiles.FormatMarkdown(SampleResults.Result("get-from-json: 1.12 (faster)"));

        markdown.ShouldContain("**get-from-json is faster than string-jsonconvert. Throughput: 11 to 13 % faster.**");
        markdown.ShouldContain("| req/s | 1 000 | 1 120 | 1.12 [1.11, 1.13] | 11 to 13 % faster |");
        markdown.ShouldContain("**VALID** One start, 2 000 requests, 0 errors, other programs used 2 % of the CPU.");
        markdown.ShouldContain("| CPU | 2 × AMD EPYC \\| virtual |");
        markdown.ShouldContain("`make demo`");
        markdown.ShouldNotContain("back-end");
    }

    [Theory]
    [InlineData(
        "valid",
        "Throughput, compared with string-jsonconvert: get-from-json at least 11 % faster",
        "  within: either of the two may be more; longer runs may show which.")]
    [InlineData(
        "invalid", " INVALID  Do not quote these figures.", "✗ Load tool's own CPU: 1.31 of 2 cores, limit < 1.0")]
    public void Draw_Comparison_StartsWithSummaryOrInvalidState(string state, string first, string also)
    {
        var text = Drawing.DrawResult(
            SampleResults.Result("get-from-json: 1.12 (faster), read-as-async-2014: 1 (equal)", state));

        text.TrimStart('\n').ShouldStartWith(first);
        text.ShouldContain(also);
    }

    [Theory]
    [InlineData(80, "  get-from-json       ========  1 120    3.15   0.155  16.9  11 to 13 % faster")]
    [InlineData(52, "  get-from-json       ========  11 to 13 % faster")]
    [InlineData(42, "  get-from-json       11 to 13 % faster")]
    public void Draw_Comparison_LeavesOutFiguresForWhichTheTerminalIsTooNarrow(int width, string row)
    {
        var text = Drawing.Draw(
            ResultDocument.Create(SampleResults.Result("get-from-json: 1.12 (faster), other: 0.5 (slower)")),
            width);

        text.ShouldContain($"{row}\n");
        text.Split('\n').ShouldAllBe(line => line.Length <= width);
        // From the slowest to the fastest.
        text.IndexOf("  other", StringComparison.Ordinal).ShouldBeLessThan(
            text.IndexOf("  string-jsonconvert", StringComparison.Ordinal));
    }

    [Fact]
    public void Draw_LongNamesInEightyColumns_WrapsTheNamesAndKeepsEveryFigure()
    {
        var result = SampleResults.Result(
            "get-from-json-with-a-name-that-no-column-has-room-for: 1.12 (faster), other: 1 (equal)");

        var text = Drawing.Draw(ResultDocument.Create(result), width: 80);

        text.Split('\n').ShouldAllBe(line => line.Length <= 80);
        text.ShouldMatch(@"1 120 +3\.15 +0\.155 +(16\.9 +)?11 to 13 % faster");
    }
}
