using System.Xml.Linq;
using Studies.Claims;
using Studies.Claims.Archive;
using Studies.Claims.Catalog;
using Studies.Claims.Criteria;
using Studies.Claims.Files;

namespace Studies.Tests.Claims;

/// <summary>Tests the picture of the ledger with measurements of all claims that it could draw.</summary>
public sealed class LedgerPictureTests
{
    private static readonly Ledger Unmeasured =
        Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse("")).Select(questions: false);

    [Fact]
    public void Picture_OfLedgerWithAllRatiosMeasured_HasOneMarkForEachRow()
    {
        var ledger = CreateLedger(Metric.FromStarts([0.9, 1, 1.1]));
        string[] comparable =
        [
            .. Unmeasured.Entries.Select(entry => entry.Claim)
                .Where(claim => claim.File.NotComparable is null && claim.File.Published.GetRatio() > 0)
                .Select(claim => claim.Id),
        ];

        var rows = FindRows(ledger);

        comparable.Length.ShouldBeGreaterThan(20);
        rows.Select(row => row.Attribute("id")!.Value).ShouldBe(comparable.Select(id => $"row-{id}"));
        foreach (var row in rows)
        {
            var texts = row.Elements().Where(element => element.Name.LocalName is "text").Select(text => text.Value);
            var entry = ledger.Entries.Single(entry => $"row-{entry.Claim.Id}" == row.Attribute("id")!.Value);
            row.Elements().Count(element => element.Name.LocalName is "circle").ShouldBe(1);
            texts.Count().ShouldBe(3, $"{entry.Claim.Id} needs a name under row_names in publications.yaml.");
            texts.Last().ShouldBe(entry.Decision.Verdict.GetMark());
        }
    }

    [Fact]
    public void Row_ChangedAfterData_IsPale()
    {
        var metric = Metric.FromStarts([0.9, 1, 1.1]);

        FindRows(CreateLedger(metric)).ShouldAllBe(row => row.Attribute("opacity") == null);
        FindRows(CreateLedger(metric, "changed")).ShouldAllBe(row => row.Attribute("opacity") != null);
    }

    [Theory]
    [InlineData("measured without an interval")]
    [InlineData("whose ratio is not yet measured")]
    public void Row_WithoutMeasuredInterval_IsCountedInCaption(string reason)
    {
        var ledger = CreateLedger(reason.Contains("interval", StringComparison.Ordinal) ? Metric.Once(2) : null);
        var count = ledger.Entries.Count(entry => entry.Claim.File is { NotComparable: null } file
            && file.Published.GetRatio() is not null);

        FindRows(ledger).ShouldBeEmpty();
        LedgerPicture.FormatCaption(ledger).ShouldContain($"0 of {ledger.Entries.Count} rows");
        LedgerPicture.FormatCaption(ledger).ShouldContain($" {count} {reason}");
    }

    [Fact]
    public void Picture_OfVeryLargeAndSmallRatios_HasNoTextsThatOverlap()
    {
        foreach (var power in Enumerable.Range(0, 6))
        {
            var ratio = Math.Pow(10, power);
            FindRows(CreateLedger(Metric.FromStarts([ratio, 2 * ratio]))).ShouldNotBeEmpty();
            FindRows(CreateLedger(Metric.FromStarts([1 / ratio, 2 / ratio]))).ShouldNotBeEmpty();
        }
    }

    private static XElement[] FindRows(Ledger ledger) =>
        [.. XDocument.Parse(LedgerPicture.Format(ledger)).Root!.Elements().Where(row => row.Name.LocalName is "g")];

    /// <summary>Creates a ledger in which every claim has the same ratio; null if none is measured.</summary>
    private static Ledger CreateLedger(Metric? ratio, string? hash = null) => Unmeasured with
    {
        Entries =
        [
            .. Unmeasured.Entries.Select(entry => ratio is null
                ? entry
                : new LedgerEntry(entry.Claim, [CreateRecord(entry.Claim, ratio, hash ?? entry.Claim.Hash)])),
        ],
    };

    private static ArchiveRecord CreateRecord(Claim claim, Metric ratio, string hash) => new()
    {
        Claim = claim.Id,
        FileHash = hash,
        Verdict = "holds",
        Date = "2026-11-21 12:00",
        Commit = "1.0.0+0123456789",
        Machine = new MachineRecord("2 cores", null, null, null),
        Metrics = (claim.File.Criterion?.Conditions.Select(condition => condition.Metric) ?? [])
            .Append(LedgerEntry.Ratio).Distinct().ToDictionary(name => name, _ => ratio),
        Figures = "",
        Previous = null,
    };
}
