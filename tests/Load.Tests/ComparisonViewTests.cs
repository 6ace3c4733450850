namespace Load.Tests;

public sealed class ComparisonViewTests
{
    [Fact]
    public void FormatMarkdown_Comparison_HasSummaryTableAndProvenance()
    {
        var markdown = ResultFiles.FormatMarkdown(SampleResults.Result("get-from-json: 1.12 (faster)"));

        markdown.ShouldContain("**get-from-json serves 12 % more requests than string-jsonconvert.**");
        markdown.ShouldContain("| get-from-json | 1 120 | 1.12 [1.11, 1.13] | ▲ faster |");
        markdown.ShouldContain("| CPU | 2 × AMD EPYC \\| virtual |");
        markdown.ShouldContain("`make demo`");
        markdown.ShouldNotContain("back-end");
    }

    [Theory]
    [InlineData("valid", "get-from-json serves 12 % more requests than string-jsonconvert.", "▲ faster")]
    [InlineData(
        "invalid", " INVALID  Do not quote these figures.", "✗ Load tool's own CPU: 1.31 of 2 cores, limit < 1.0")]
    public void Draw_Comparison_StartsWithSummaryOrInvalidState(string state, string first, string also)
    {
        var text = Drawing.DrawResult(
            SampleResults.Result("get-from-json: 1.12 (faster), read-as-async-2014: 1 (equal)", state));

        text.TrimStart('\n').ShouldStartWith(first);
        text.ShouldContain(also);
    }

    [Fact]
    public void Draw_LongNamesInEightyColumnsWithoutUnicode_WrapsTheNamesAndKeepsEveryFigure()
    {
        var result = SampleResults.Result("get-from-json-with-a-name-that-no-column-has-room-for: 1.12 (faster)");

        var text = Drawing.Draw(ResultDocument.Create(result), isUnicode: false, width: 80);

        text.ShouldAllBe(character => character < 128);
        text.Split('\n').ShouldAllBe(line => line.Length <= 80);
        text.ShouldMatch(@"1 120  1\.12 \[1\.11, 1\.13\] +\+ faster");
        text.ShouldContain("0.155");
    }

    [Theory]
    [InlineData(null, "–")]
    [InlineData(1.406, "1.41")]
    [InlineData(6649.6, "6 650")]
    public void FormatNumber_AnyValue_HasThreeSignificantDigits(double? value, string text) =>
        SignificantDigits.FormatNumber(value).ShouldBe(text);
}
