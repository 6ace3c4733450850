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
}
