using Experiments.Studies;

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
}
