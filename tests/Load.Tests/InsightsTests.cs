using Load.Output.Words;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class InsightsTests
{
    [Fact]
    public void Create_Comparison_ListsVariantsByVerdictWithIntervals()
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
    public void Create_DifferentCostsAndMemory_StatesTheLeastAndTheMost(double cpuMs, double memory, bool isStated)
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var cost = result.Variants[0].Processes["target"]!;
        var changed = result with
        {
            Variants =
            [
                Use(result.Variants[0], cost with { AnonymousMb = 100 }),
                Use(result.Variants[1], cost with { CpuMs = cpuMs, AnonymousMb = memory }),
            ],
        };

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
    public void CreateInsights_InvalidComparison_ListsOnlyCausesAndAdvice() =>
        Format(SampleResults.Result("get-from-json: 2 (faster)", RunValidity.InvalidState)).ShouldBe(
        [
            "✗ Load tool's own CPU: 1.31 of 2 cores, the limit is < 1.0: -c 4.",
            "→ Verdicts are withheld. Measure again: make demo",
        ]);

    [Fact]
    public void Create_ComparisonCutShort_NamesLastCompleteRound() =>
        Format(SampleResults.Result("get-from-json: 2 (faster)", RunValidity.CutShortState))[0]
            .ShouldBe("◐ Cut short after round 7 of 7.");

    [Fact]
    public void Create_ErrorsInOneVariant_NamesTheVariant()
    {
        var result = SampleResults.Result("get-from-json: 1 (equal)");
        var failing = result with { Variants = [result.Variants[0], result.Variants[1] with { Errors = 12 }] };

        Format(failing).ShouldContain("! Errors: get-from-json failed in 12 of 1 000 requests.");
    }

    [Fact]
    public void Create_Run_StatesLatency() =>
        Format(SampleResults.Run()).ShouldBe(
            ["→ Latency: half of the requests took 1.41 ms or less, and 99 % took 3.15 ms or less."]);

    private static string[] Format(Result result) =>
        [.. Insights.Create(result).Select(insight =>
            $"{insight.Mark} {string.Concat(insight.Text.Select(run => run.Text))}")];
}
