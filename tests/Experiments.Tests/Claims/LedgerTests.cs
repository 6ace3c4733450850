using System.Xml.Linq;

namespace Experiments.Tests.Claims;

public sealed class LedgerTests
{
    private static readonly Ledger Ledger = Ledger.Read();

    [Fact]
    public void Rows_OfTheLedger_AreThoseOfTheClaimFiles() =>
        Ledger.Entries.Select(entry => entry.Claim.Id)
            .ShouldBe(ClaimCatalog.Library.Claims.Select(claim => claim.Id));

    /// <summary>Of two processors, both must meet a verdict; other rows are decided by their one interval.</summary>
    [Fact]
    public void Verdicts_OfTheLedger_FollowFromItsFiguresByTheCriteria()
    {
        foreach (var (claim, row) in Ledger.Entries)
        {
            var decision = claim.File.Criterion.Decide(row.Metrics, claim.File.Design.Starts);
            (decision.Verdict, decision.Explanation).ShouldBe((row.Verdict, row.Open), claim.Id);
        }
    }

    [Fact]
    public void Picture_OfTheLedger_HasADotForThePublishedRatioAndForEachStart()
    {
        var picture = XDocument.Parse(LedgerPicture.Format(Ledger.Select(questions: false))).Root!;

        var rows = picture.Elements().Where(row => row.Name.LocalName is "g").ToArray();
        rows.Length.ShouldBeGreaterThan(20);
        foreach (var row in rows)
        {
            var entry = Ledger.GetEntry(row.Attribute("id")!.Value["row-".Length..]);
            row.Elements().Count(shape => shape.Name.LocalName is "circle")
                .ShouldBe(entry.MeasuredRatio!.StartValues!.Count + 1, entry.Row.Id);
        }
    }
}
