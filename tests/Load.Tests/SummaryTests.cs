namespace Load.Tests;

public sealed class SummaryTests
{
    [Theory]
    [InlineData(
        "get-from-json: 1.12 (faster), webclient-sync: 0.058 (slower)",
        "webclient-sync serves 1/17 as many requests as string-jsonconvert;\n"
        + "get-from-json serves 12 % more.")]
    [InlineData("get-from-json: 0.04 (slower)", "get-from-json serves 1/25 as many requests as string-jsonconvert.")]
    [InlineData(
        "get-from-json: 1.001 (equal), webclient-sync: 1 (equal)",
        "7 rounds cannot tell whether any of 2 variants differs from string-jsonconvert.")]
    [InlineData(
        "get-from-json: 1 (equal)", "7 rounds cannot tell whether the variant differs from string-jsonconvert.")]
    [InlineData("get-from-json: 1.015 (close)", "The variant is the same as string-jsonconvert within 2 %.")]
    public void Format_Comparison_StatesTheTwoRatiosFurthestFromOne(string ratios, string expected) =>
        ResultSummary.Format(SampleResults.Result(ratios)).ShouldBe(expected);

    [Fact]
    public void Format_ThroughputCannotBeTold_StatesCpuTimeOrAllocation()
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var dearer = new RatioResult(1.1, 1.05, 1.15, RatioVerdict.Dearer, []);

        ResultSummary.Format(Change(variant => variant with { CpuRatio = dearer, AllocRatio = dearer }))
            .ShouldBe("get-from-json takes 10 % more CPU than string-jsonconvert.");
        ResultSummary.Format(Change(variant => variant with { AllocRatio = dearer }))
            .ShouldBe("get-from-json allocates 10 % more memory than string-jsonconvert.");

        Result Change(Func<VariantResult, VariantResult> change) =>
            result with { Variants = [result.Variants[0], change(result.Variants[1])] };
    }

    [Fact]
    public void Insights_Comparison_ListVariantsByVerdictWithIntervals()
    {
        const string ratios =
            "get-from-json: 1.12 (faster), webclient-sync: 1 (equal), read-as-async-2014: 0.5 (slower)";

        Format(SampleResults.Result(ratios)).ShouldBe(
        [
            "▲ 1 faster: get-from-json 1.12 [1.11, 1.13].",
            "? 1 that cannot be told from the baseline: webclient-sync 1.00 [0.90, 1.10].",
            "▼ 1 slower: read-as-async-2014 0.50 [0.49, 0.51].",
        ]);
    }

    [Theory]
    [InlineData(0.31, 160, true)]
    [InlineData(0.155, 140, false)]
    public void Insights_DifferentCostsAndMemory_StateTheLeastAndTheMost(double cpuMs, double memory, bool isStated)
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var cost = result.Variants[0].Processes["target"]!;
        var changed = result with
        {
            Variants =
            [
                Use(result.Variants[0], cost with { AnonymousMb = 100 }),
                Use(result.Variants[1], cost with { CpuMs = cpuMs, AnonymousMb = memory }) with { Errors = 12 },
            ],
        };

        Format(changed).ShouldContain("! Errors: get-from-json failed in 12 of 1 000 requests.");
        Format(changed).Contains(
            "→ CPU: a request costs the target 0.155 ms with string-jsonconvert, and 0.310 ms with get-from-json: "
            + "2.00 times as much.").ShouldBe(isStated);
        Format(changed).Contains(
            "→ Memory: under load the target has 100 MB of anonymous memory with string-jsonconvert, "
            + "and 160 MB with get-from-json.").ShouldBe(isStated);

        static VariantResult Use(VariantResult variant, ProcessResult target) =>
            variant with { Processes = new Dictionary<string, ProcessResult?> { ["target"] = target } };
    }

    [Fact]
    public void Insights_InvalidOrCutShortComparison_ListCausesAndAdvice()
    {
        var invalid = SampleResults.Result("get-from-json: 2 (faster)", RunValidity.InvalidState);

        ResultSummary.Format(invalid).ShouldBe("Do not quote these figures.");
        Format(invalid).ShouldBe(
        [
            "✗ Load tool's own CPU: 1.31 of 2 cores, the limit is < 1.0: -c 4.",
            "→ Verdicts are withheld. Measure again: make demo",
        ]);
        Format(SampleResults.Result("get-from-json: 2 (faster)", RunValidity.CutShortState))[0]
            .ShouldBe("◐ Cut short after round 7 of 7.");
    }

    private static string[] Format(Result result) =>
        [.. Insights.Create(result).Select(insight =>
            $"{insight.Mark} {string.Concat(insight.Text.Select(run => run.Text))}")];
}
