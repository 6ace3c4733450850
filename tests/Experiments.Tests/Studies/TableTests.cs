using Experiments.Studies;
using Experiments.Tests.LoadTool;
using TwoTier.Load.Statistics;

namespace Experiments.Tests.Studies;

public sealed class TableTests
{
    [Fact]
    public void BlockingRow_OneStartNeverAnswersAll_HasNoTimeOfTheLastAnswer()
    {
        var good = new BlockingBurst(FirstS: 2, LastS: 40, 10, 100, Threads: 150, HasStopped: true);
        var stuck = good with { LastS = null, AnsweredPercent = 0, HasStopped = false };

        var row = BlockingRow.Create("result", "2-200", [good, stuck, good]);

        row.LastS.ShouldBeNull();
        row.FirstS!.Median.ShouldBe(2);
        (row.AnsweredPercent.Low, row.AnsweredPercent.Median).ShouldBe((0, 100));
        (row.Stopped, row.Starts).ShouldBe((2, 3));
    }

    [Fact]
    public void TextTable_ToMarkdown_AlignsNumbersAndEscapesBars()
    {
        var table = new TextTable(1, "name", "req/s");
        table.Add("a|b", "1.05");

        table.ToMarkdown().ShouldBe("| name | req/s |\n| --- | --: |\n| a\\|b | 1.05 |\n");
    }

    [Fact]
    public void TableSoFar_ThreeStarts_HasTheirTotalsAndTheRangeOfTheRatio()
    {
        var soFar = new TableSoFar();
        foreach (var good in (int[])[110, 120, 130])
        {
            soFar.Add(SampleResults.Create(SampleResults.CreateVariant("a", 1), SampleResults.CreateVariant("b", 1)) with
            {
                Samples = [CreateSample("a", 100), CreateSample("b", good)],
            });
        }

        soFar.Format().Split('\n').Select(line =>
            string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries)))
            .ShouldBe(["variant req/s CPU ms ratio", "a 100 0.60 1", "b 120 0.50 1.20 [0.74, 1.93]", ""]);
    }

    private static Sample CreateSample(string variant, long good) => new()
    {
        Variant = variant,
        Start = 1,
        Batch = 1,
        Turns = 10,
        Requests = good,
        Good = good,
        BusyS = 1,
        CpuS = 0.06,
    };
}
