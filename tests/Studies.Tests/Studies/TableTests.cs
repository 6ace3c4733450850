using Studies.Commands;
using Studies.LoadTool;
using Studies.Studies;
using Studies.Studies.Containers;
using Studies.Tests.LoadTool;

namespace Studies.Tests.Studies;

public sealed class TableTests
{
    [Fact]
    public void IngestionTable_Formatted_HasPublishedNextToMeasuredNumbers()
    {
        var comparison = SampleResultFiles.ReadComparison();
        var (slow, fast) = (comparison.BaselineVariant, comparison.OtherVariant);
        var table = new IngestionTable([slow with { Name = IngestionTable.PerRequestSyncVariant }, fast with { Name =
            IngestionTable.SharedAsyncVariant }]);

        var lines = table.Format().Split('\n');

        lines[0].ShouldContain("Prodan, 2016");
        lines.Single(line => line.StartsWith("  B1 ", StringComparison.Ordinal)).ShouldContain("319");
        lines.Single(line => line.StartsWith("  B2 ", StringComparison.Ordinal)).ShouldContain("224, 105 after");
        lines.Single(line => line.StartsWith("  B2 ", StringComparison.Ordinal)).ShouldContain("3.00 [2.90, 3.10]");
        table.Check().ShouldBeTrue();
    }

    [Theory]
    [InlineData(2.85, false)]
    [InlineData(3.10, true)]
    public void IngestionTable_SharedClientIsSlower_FailsOnlyIfWholeIntervalIsTooLow(double high, bool passes)
    {
        var comparison = SampleResultFiles.ReadComparison();
        var (slow, fast) = (comparison.BaselineVariant, comparison.OtherVariant);

        new IngestionTable(
        [
            slow with { Name = IngestionTable.PerRequestSyncVariant },
            fast with { Name = IngestionTable.SharedAsyncVariant, Ratio = new RatioSummary(2.8, 2.7, high, "faster") },
        ]).Check().ShouldBe(passes);
    }

    [Fact]
    public void DocumentSizeTable_WithoutRatio_OnlyFirstValueIsOne()
    {
        var comparison = SampleResultFiles.ReadComparison();
        var (first, second) = (comparison.BaselineVariant, comparison.OtherVariant with { Ratio = null });

        DocumentSizeResult.Create("1000", 900, first, first).ToCells()[4].ShouldBe("1");
        DocumentSizeResult.Create("1000", 900, second, first).ToCells()[4].ShouldBe("–");
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

    [Theory]
    [InlineData("<13>2026-11-20T18:00:00 {\"backend\":\"behind-8180\",\"status\":200,\"job\":\"c4bb\"}", "c4bb")]
    [InlineData("{\"backend\":\"behind-8180\",\"status\":200,\"job\":\"c4bb\"}", "c4bb")]
    [InlineData("some other line", null)]
    [InlineData("{ cut off", null)]
    public void AuditLogLine_Parsed_HasPayloadId(string line, string? job) =>
        (AuditEntry.TryParse(line)?.Job).ShouldBe(job);

    [Fact]
    public void TextTable_ToMarkdown_AlignsNumbersAndEscapesBars()
    {
        var table = new TextTable(1, "name", "req/s");
        table.Add("a|b", "1.05");

        table.ToMarkdown().ShouldBe("| name | req/s |\n| --- | --: |\n| a\\|b | 1.05 |\n");
    }
}
