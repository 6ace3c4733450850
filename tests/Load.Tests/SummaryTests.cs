using TwoTier.Load.Reports.Documents;
using TwoTier.Load.Reports.Words;

namespace Load.Tests;

public sealed class SummaryTests
{
    [Theory]
    [InlineData(
        "get-from-json: 1.12 (faster), webclient-sync: 0.8 (slower), other: 1 (equal), another: 0.95 (slower)",
        "Throughput, compared with string-jsonconvert: webclient-sync at least 19 % slower, "
        + "get-from-json at least 11 % faster, another at least 4 % slower; the other is within 12 %.",
        "avoid webclient-sync and another; prefer get-from-json. For the others, longer runs may show a difference.")]
    [InlineData(
        "get-from-json: 1.12 (faster), other: 1.01 (close)",
        "Throughput, compared with string-jsonconvert: get-from-json at least 11 % faster; the other is within 2 %.",
        "prefer get-from-json. The others are about equally good.")]
    [InlineData(
        "get-from-json: 1 (equal), webclient-sync: 1.015 (close)",
        "All variants are within 12 % of string-jsonconvert.")]
    [InlineData(
        "get-from-json: 0.04 (slower)",
        "get-from-json is slower than string-jsonconvert. Throughput: 20 to 34 times slower.")]
    [InlineData(
        "get-from-json: 1 (equal)",
        "get-from-json shows no clear difference from string-jsonconvert. Throughput: within 12 %. "
        + "Longer runs give narrower ranges.")]
    [InlineData(
        "get-from-json: 1.015 (close)", "get-from-json is like string-jsonconvert. Throughput: the same within 2 %.")]
    [InlineData(
        "get-from-json: 1 (vast), other: 1 (equal)",
        "The comparison was too short to show whether a variant differs from string-jsonconvert.")]
    [InlineData(
        "get-from-json: 1 (vast), other: 1.12 (faster)",
        "Throughput, compared with string-jsonconvert: other at least 11 % faster; no other difference is certain.",
        "prefer other. For the others, longer runs may show a difference.")]
    [InlineData("get-from-json: 2 (faster)", "Do not quote these figures.", null, RunValidity.InvalidState)]
    [InlineData(
        "get-from-json: 2 (faster)", "Stopped after 7 rounds: there are ranges, but no verdicts.", null,
        RunValidity.CutShortState)]
    [InlineData(
        "get-from-json: 1.2 (withheld), other: 1 (withheld)", "This machine was too busy to show a difference.", null,
        RunValidity.BusyState)]
    [InlineData(
        "get-from-json: 2.2 (faster), other: 1 (withheld)",
        "Throughput, compared with string-jsonconvert: get-from-json at least 2.1 times faster; "
        + "no other difference is certain.",
        "prefer get-from-json.",
        RunValidity.BusyState)]
    public void Format_Comparison_QuotesTheEndsOfIntervalsAndSaysWhatFollows(
        string ratios, string expected, string? consequence = null, string state = RunValidity.ValidState)
    {
        var result = SampleResults.Result(ratios, state);

        ResultSummary.Format(result).ShouldBe(expected);
        new ComparisonWords(result).DescribeConsequences()
            .Select(line => string.Concat(line.Text.Select(run => run.Text))).SingleOrDefault().ShouldBe(consequence);
    }

    [Theory]
    [InlineData(1.04, 1.14, "4 to 14 % faster", "at least 4 % faster")]
    [InlineData(0.86, 0.96, "4 to 14 % slower", "at least 4 % slower")]
    [InlineData(1.004, 1.02, "up to 2 % faster", "a little faster")]
    [InlineData(1.3, 2.2, "1.3 to 2.2 times faster", "at least 30 % faster")]
    [InlineData(1.1, 2.2, "at least 10 % faster", "at least 10 % faster")]
    [InlineData(0.45, 0.52, "48 to 55 % slower", "at least 48 % slower")]
    [InlineData(0.066, 0.0714, "14 to 16 times slower", "at least 14 times slower")]
    [InlineData(3, 1e9, "3.0 to > 100 times faster", "at least 3.0 times faster")]
    public void Describe_ToldRatio_ClaimsNoMoreThanTheInterval(double lo, double hi, string range, string least)
    {
        var ratio = new RatioResult(Math.Sqrt(lo * hi), lo, hi, lo > 1 ? RatioVerdict.Faster : RatioVerdict.Slower, []);

        MetricWords.Throughput.Describe(ratio, new RunValidity(RunValidity.ValidState, [])).ShouldBe(range);
        MetricWords.Throughput.Describe(ratio, new RunValidity(RunValidity.BusyState, [])).ShouldBe(least);
        MetricWords.Throughput.DescribeLeast(ratio).ShouldBe(least);
    }

    [Theory]
    [InlineData(0.96, 1.03, RatioVerdict.CannotTell, "the same within 5 %")]
    [InlineData(0.99, 1.019, RatioVerdict.Same, "the same within 2 %")]
    [InlineData(0.9, 1.03, RatioVerdict.CannotTell, "within 12 %")]
    [InlineData(0.4, 1.03, RatioVerdict.CannotTell, "within a factor of 2.5")]
    [InlineData(0.001, 1000.0, RatioVerdict.CannotTell, "too uncertain to say")]
    [InlineData(null, null, RatioVerdict.CannotTell, "one round is too few")]
    [InlineData(1.1, 1.2, RatioVerdict.Withheld, "withheld")]
    public void Describe_RatioThatIsNotTold_SaysHowFarItMayBe(
        double? lo, double? hi, RatioVerdict verdict, string expected) =>
        MetricWords.Cpu.Describe(new RatioResult(1, lo, hi, verdict, []), new RunValidity(RunValidity.ValidState, []))
            .ShouldBe(expected);

    [Fact]
    public void Format_ThroughputCannotBeTold_StatesCpuTimeOrAllocation()
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var dearer = new RatioResult(1.1, 1.05, 1.15, RatioVerdict.Dearer, []);

        ResultSummary.Format(Change(variant => variant with { CpuRatio = dearer, AllocRatio = dearer }))
            .ShouldBe("get-from-json is dearer than string-jsonconvert. Throughput: within 12 %. CPU for each request: "
                + "5 to 15 % more. Allocation: 5 to 15 % more. Longer runs give narrower ranges.");
        ResultSummary.Format(Change(variant => variant with { AllocRatio = dearer }))
            .ShouldStartWith("get-from-json allocates more than string-jsonconvert. Throughput: within 12 %.");

        Result Change(Func<VariantResult, VariantResult> change) =>
            result with { Variants = [result.Variants[0], change(result.Variants[1])] };
    }

    [Theory]
    [InlineData(RunValidity.BusyState,
        "other programs used 61 % of the CPU.",
        "Only ratios above 1.5 or below 1/1.5 are reported. Stop the other programs, and repeat.")]
    [InlineData(RunValidity.ValidState,
        "other programs used 2 % of the CPU.", "All ranges together hold with 99 % confidence.")]
    public void DescribeTrust_Comparison_SaysWhatElseRanAndWhatCanBeTold(string state, string others, string last) =>
        new ComparisonWords(SampleResults.Result("get-from-json: 2.2 (faster), other: 1 (withheld)", state))
            .DescribeTrust().ShouldBe([$"One start, 3 000 requests, 0 errors, {others}", last]);

    [Theory]
    [InlineData(RunValidity.InvalidState, "✗ Load tool's own CPU: 1.31 of 2 cores, limit < 1.0 (-c 4)")]
    [InlineData(RunValidity.ValidState, "→ So: avoid other; prefer get-from-json.")]
    public void ReportSentences_Comparison_HaveTheNotesOfTheTerminal(string state, string expected) =>
        ReportSentences.Create(SampleResults.Result("get-from-json: 2 (faster), other: 0.5 (slower)", state)).Points
            .Select(point => $"{point.Mark} {string.Concat(point.Phrases.Select(run => run.Text))}")
            .ShouldContain(expected);
}
