using System.Xml.Linq;

namespace Studies.Tests.Claims;

public sealed class LedgerPictureTests
{
    private static readonly Ledger Unmeasured =
        Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse("")).Select(questions: false);

    [Fact]
    public void Picture_OfLedgerWithAllRatiosMeasured_HasARowForEachThatIsPaleIfChangedAfterData()
    {
        var metric = Metric.FromStarts([0.9, 1, 1.1]);
        var comparable = Unmeasured.Entries.Select(entry => entry.Claim)
            .Where(claim => claim.File.Published.GetRatio() > 0).ToArray();

        var rows = FindRows(CreateLedger(metric));

        rows.Select(row => row.Attribute("id")!.Value).ShouldBe(comparable.Select(claim => $"row-{claim.Id}"));
        rows.ShouldAllBe(row => row.Attribute("opacity") == null);
        FindRows(CreateLedger(metric, "changed")).ShouldAllBe(row => row.Attribute("opacity") != null);
        // Texts that overlap are refused.
        FindRows(CreateLedger(Metric.FromStarts([100_000, 200_000]))).ShouldNotBeEmpty();
        FindRows(CreateLedger(Metric.FromStarts([0.00001, 0.00002]))).ShouldNotBeEmpty();
    }

    [Fact]
    public void Row_OfStarts_HasADotForEach()
    {
        double[] starts = [0.9, 1, 1.1];

        foreach (var row in FindRows(CreateLedger(Metric.FromStarts(starts))))
        {
            // The other one is the published ratio.
            row.Elements().Count(shape => shape.Name.LocalName is "circle").ShouldBe(starts.Length + 1);
        }
    }

    [Fact]
    public void Row_WithoutMeasuredInterval_IsCountedInCaption()
    {
        var ledger = CreateLedger(Metric.FromStarts([2]));
        var count = ledger.Entries.Count(entry => entry.Claim.File.Published.GetRatio() is not null);

        FindRows(ledger).ShouldBeEmpty();
        LedgerPicture.FormatCaption(ledger).ShouldContain($" {count} measured without an interval");
    }

    private static XElement[] FindRows(Ledger ledger) =>
        [.. XDocument.Parse(LedgerPicture.Format(ledger)).Root!.Elements().Where(row => row.Name.LocalName is "g")];

    /// <summary>Creates a ledger in which every claim has the same ratio.</summary>
    private static Ledger CreateLedger(Metric ratio, string? hash = null)
    {
        return Unmeasured with
        {
            Entries =
            [
                .. Unmeasured.Entries.Select(entry => new LedgerEntry(
                    entry.Claim, [LedgerTests.CreateRecord(hash ?? entry.Claim.Hash) with
                    {
                        Claim = entry.Claim.Id,
                        RunHash = entry.Claim.RunHash,
                        Metrics = entry.Claim.File.Criterion.Conditions.Select(condition => condition.Metric)
                            .Append(LedgerEntry.Ratio).Distinct().ToDictionary(name => name, _ => ratio),
                    }])),
            ],
        };
    }
}
