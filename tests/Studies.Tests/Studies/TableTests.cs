using Studies.Tests.LoadTool;

namespace Studies.Tests.Studies;

public sealed class TableTests
{
    [Fact]
    public void IngestionTable_OfAComparison_HasPublishedNumbersAndFailsIfSharedClientIsSlower()
    {
        var comparison = SampleResultFiles.ReadComparison();
        var (slow, fast) = (comparison.BaselineVariant, comparison.OtherVariant);
        var table = CreateIngestionTable(fast);

        var lines = table.Format().Split('\n');

        lines.Single(line => line.StartsWith("  B2 ", StringComparison.Ordinal)).ShouldContain("224, 105 after");
        lines.Single(line => line.StartsWith("  B2 ", StringComparison.Ordinal)).ShouldContain("3.00 [2.90, 3.10]");
        table.Check().ShouldBeTrue();
        // Only a whole interval that is too low fails.
        CreateIngestionTable(fast with { Ratio = new RatioSummary(2.8, 2.7, 2.85, "faster") }).Check().ShouldBeFalse();
        CreateIngestionTable(fast with { Ratio = new RatioSummary(2.8, 2.7, 3.10, "faster") }).Check().ShouldBeTrue();

        IngestionTable CreateIngestionTable(VariantResult shared) => new(
        [
            slow with { Name = IngestionTable.PerRequestSyncVariant },
            shared with { Name = IngestionTable.SharedAsyncVariant },
        ]);
    }

    /// <summary>
    /// A demonstration with sizes of its own, such as make study NAME=thread-pool-bursts ARGS=50, once ended in an
    /// error of make, because the threshold of a claim was not met.
    /// </summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(50, false)]
    public void BurstReport_Checked_PassesIfBlockingShareIsLow(double blockingRate, bool passes)
    {
        var results = BurstSeries.All.ToDictionary(series => series, series => (IReadOnlyList<BurstResult>)
            [new BurstResult(500, 0, 2, series.Kind is "sync" ? blockingRate : 100), new BurstResult(500, 0, 2, 1000)]);
        var report = new ThreadPoolBurstReport(results.ToDictionary(
            series => series.Key, series => (IReadOnlyList<BurstResult>)[series.Value[0]]));

        report.Check(highestShare: 0.2).ShouldBe(passes);
        report.Check(highestShare: null).ShouldBeTrue();
        report.Format().ShouldContain("500");
    }

    [Fact]
    public void TextTable_ToMarkdown_AlignsNumbersAndEscapesBars()
    {
        var table = new TextTable(1, "name", "req/s");
        table.Add("a|b", "1.05");

        table.ToMarkdown().ShouldBe("| name | req/s |\n| --- | --: |\n| a\\|b | 1.05 |\n");
    }
}
