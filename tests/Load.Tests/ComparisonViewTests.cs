using Load.Output;
using Load.Output.Markdown;
using Load.Output.Terminal;
using Load.Results;
using Load.Tests.Hosting;
using Load.Units;

namespace Load.Tests;

public sealed class ComparisonViewTests
{
    private static readonly Result Sample =
        SampleResults.Result("get-from-json: 1.12 (faster), read-as-async-2014: 0.053 (slower)");

    [Fact]
    public void FormatMarkdown_Comparison_HasSummaryTableAndProvenance()
    {
        var markdown = ComparisonMarkdown.Format(SampleResults.Result("get-from-json: 1.12 (faster)"));

        markdown.ShouldContain("**get-from-json serves 12 % more requests than string-jsonconvert.**");
        markdown.ShouldContain("| get-from-json | 1 120 | 1.12 [1.11, 1.13] | ▲ faster |");
        markdown.ShouldContain("| CPU | 2 × AMD EPYC \\| virtual |");
        markdown.ShouldContain("`make demo`");
        markdown.ShouldNotContain("back-end");
    }

    [Theory]
    [InlineData("valid", "get-from-json serves 12 % more requests than string-jsonconvert.", "▲ faster")]
    [InlineData(
        "invalid", " INVALID   Do not quote these figures.", "✗ Load tool's own CPU: 1.31 of 2 cores, limit < 1.0")]
    public void Draw_Comparison_StartsWithSummaryOrInvalidState(string state, string first, string also)
    {
        var text = Drawing.DrawComparison(
            SampleResults.Result("get-from-json: 1.12 (faster), read-as-async-2014: 1 (equal)", state));

        text.TrimStart('\n').ShouldStartWith(first);
        text.ShouldContain(also);
    }

    [Theory]
    [InlineData(140, true, "p50 p90 p99 p99.9 max target target")]
    [InlineData(72, false, "p50 p99 target")]
    public void Draw_NarrowTerminal_LeavesOutTheLeastImportantColumnsAndBreaksNoRow(
        int width, bool hasBars, string expected)
    {
        var text = Drawing.DrawComparison(Sample, width: width);

        text.ShouldContain("1.12 [1.11, 1.13]", customMessage: "The interval is never left out.");
        text.Contains('│').ShouldBe(hasBars);
        var rows = text.Split('\n').Where(line => line.StartsWith("  ", StringComparison.Ordinal)).ToArray();
        rows.ShouldAllBe(line => line.Length <= width);
        rows.First(line => line.Contains("p50", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).ShouldBe(expected.Split(' '));
    }

    [Theory]
    [InlineData(1, 1, 1, "            ●              ")]
    [InlineData(0.5, 0.4, 0.6, "◄ 0.50      │")]
    [InlineData(2, 1.9, 2.1, "            │        2.00 ►")]
    public void DrawInterval_Ratio_IsDrawnAtMatchingPlaceOnAxis(double value, double lo, double hi, string drawn) =>
        TextBars.DrawInterval(value, lo, hi).ShouldBe(drawn);

    [Theory]
    [InlineData(null, "–")]
    [InlineData(1.406, "1.41")]
    [InlineData(6649.6, "6 650")]
    public void FormatNumber_AnyValue_HasThreeSignificantDigits(double? value, string text) =>
        SignificantDigits.FormatNumber(value).ShouldBe(text);
}
