using TwoTier.Load.Reports.Documents;
using TwoTier.Load.Reports.Terminal;
using TwoTier.Load.Reports;

namespace Load.Tests;

public sealed class ComparisonViewTests
{
    private readonly FakeTimeProvider _time = new(default);
    private readonly ComparisonProgress _progress = new();

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
    [InlineData(80, "", @"  get-from-json       ========  1 120    3\.15   0\.155  16\.9  11 to 13 % faster\n")]
    [InlineData(52, "", "  get-from-json       ========  11 to 13 % faster\n")]
    [InlineData(42, "", "  get-from-json       11 to 13 % faster\n")]
    [InlineData(80, "-with-a-name-that-no-column-has-room-for", @"1 120 +3\.15 +0\.155 +(16\.9 +)?11 to 13 % faster")]
    public void Draw_Comparison_WrapsNamesAndLeavesOutFiguresForWhichTheTerminalIsTooNarrow(
        int width, string nameEnd, string row)
    {
        var text = Drawing.Draw(
            ResultDocument.Create(SampleResults.Result($"get-from-json{nameEnd}: 1.12 (faster), other: 0.5 (slower)")),
            width);

        text.ShouldMatch(row);
        text.Split('\n').ShouldAllBe(line => line.Length <= width);
        // From the slowest to the fastest.
        text.IndexOf("  other", StringComparison.Ordinal).ShouldBeLessThan(
            text.IndexOf("  string-jsonconvert", StringComparison.Ordinal));
    }

    [Fact]
    public void Describe_Starts_SaysWhichIsMeasured()
    {
        var view = CreateView(new StringWriter(), isLive: true, starts: 2);
        view.Describe().Label.ShouldBe("start 1 of 2");

        AddStart(1);
        view.Describe().Label.ShouldBe("start 2 of 2");
        AddStart(2);
        view.Describe().Label.ShouldBe("start 2 of 2");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void StartEnded_Always_PrintsALineForEachStart(bool isLive)
    {
        using var output = new StringWriter();
        CreateView(output, isLive, starts: 2);

        _time.Advance(TimeSpan.FromSeconds(9));
        AddStart(1, cpu: 1);
        _time.Advance(TimeSpan.FromSeconds(60));
        AddStart(2, cpu: 1);

        output.ToString().ReplaceLineEndings("\n").ShouldBe(
            "  start 1 of 2  0:09\n  start 2 of 2  1:09\n");
    }

    private LiveComparisonView CreateView(TextWriter output, bool isLive, int starts) => new(
        SampleTurns.CreatePlan() with { Starts = starts },
        _progress,
        TerminalScreen.Create(output, isLive, width: 100),
        _time);

    private void AddStart(int start, double? cpu = null)
    {
        SampleTurns.AddRounds(_progress, Enumerable.Range(1, 10).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, 1000, start, cpu: cpu),
            SampleTurns.Create(1, round, 1200, start, cpu: cpu),
        }));
        var costs = new VariantCosts([]) { IsClocked = cpu is not null };
        _progress.EndStart(SampleTurns.Summarize(costs, costs));
    }
}
