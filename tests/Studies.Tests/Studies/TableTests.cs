namespace Studies.Tests.Studies;

public sealed class TableTests
{
    [Fact]
    public void IngestionTable_OfAComparison_HasPublishedNumbersAndFailsIfSharedClientIsSlower()
    {
        var slow = SampleResults.CreateVariant(IngestionTable.PerRequestSyncVariant, 40);
        var fast = SampleResults.CreateVariant(IngestionTable.SharedAsyncVariant, 120) with
        {
            Ratio = SampleResults.CreateRatio(3, 2.9, 3.1),
        };
        var table = CreateIngestionTable(fast);

        var lines = table.Format().Split('\n');

        lines.Single(line => line.StartsWith("  B2 ", StringComparison.Ordinal)).ShouldContain("224, 105 after");
        lines.Single(line => line.StartsWith("  B2 ", StringComparison.Ordinal)).ShouldContain("3.00 [2.90, 3.10]");
        table.Check().ShouldBeTrue();
        // Only a whole interval that is too low fails.
        CreateIngestionTable(fast with { Ratio = SampleResults.CreateRatio(2.8, 2.7, 2.85) }).Check().ShouldBeFalse();
        CreateIngestionTable(fast with { Ratio = SampleResults.CreateRatio(2.8, 2.7, 3.10) }).Check().ShouldBeTrue();

        IngestionTable CreateIngestionTable(VariantResult shared) => new([slow, shared]);
    }

    [Fact]
    public void BlockingRow_OneStartNeverAnswersAll_HasNoTimeOfTheLastAnswer()
    {
        var good = new BlockingBurst(FirstS: 2, LastS: 40, 10, 100, Threads: 150, HasStopped: true);
        var stuck = good with { LastS = null, AnsweredPercent = 0, HasStopped = false };

        var row = BlockingRow.Create("result", "cold", "2-200", [good, stuck, good]);

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
