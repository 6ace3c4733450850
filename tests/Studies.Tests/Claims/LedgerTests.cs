using System.Text.Json;
using Studies.Claims;
using Studies.Claims.Catalog;
using Studies.Claims.Sources;
using Testing;

namespace Studies.Tests.Claims;

/// <summary>
/// Tests the Markdown page and the JSON file of the ledger of claims, and that claims which are measured again replace
/// their old entries.
/// </summary>
public sealed class LedgerTests
{
    private static readonly PublishedResult TwofoldResult = new(2, "20, against 10");

    [Fact]
    public void Ledger_FormattedAsPage_HasAllEntriesAndLargestDifferencesFirst()
    {
        var near = CreateClaim("X1", TwofoldResult);
        var gone = CreateClaim(
            "X2", new PublishedResult(0.2, "2, against 10"), new VerdictReason(Verdict.NoLongerHolds, "it was fixed"));
        var ledger = new Ledger(
            [CreateSource(near, gone)],
            [
                new(near, new Measurement { Ratio = new RatioEstimate(2.2, 2.1, 2.3), SourceNumbers = "22, against 10" }),
                new(gone, new Measurement { Ratio = new RatioEstimate(1.1, 1.05, 1.2) }),
            ],
            [new("measured", "today")]);

        var page = LedgerMarkdown.Format(ledger);

        ledger.GetLargestDifferences().Select(entry => entry.Claim.Id).ShouldBe(["X2"]);
        page.ShouldContain("Verdicts: **holds 1 · no longer holds 1.**");
        page.ShouldContain("| measured | today |");
        page.ShouldContain(
            "| <a id=\"x1\"></a>**X1** | The statement of X1 | **2.00\u00a0×**<br><sub>20, against 10</sub> "
            + "| **2.20\u00a0×** [2.10, 2.30]<br><sub>22, against 10</sub> | ● **holds** |");
        page.ShouldContain("○ **no longer holds**<br>it was fixed");
        var claims = JsonDocument.Parse(LedgerJson.Format(ledger)).RootElement.GetProperty("claims");
        claims[1].GetProperty("verdict").GetString().ShouldBe("no longer holds");
        claims[0].GetProperty("measurement").GetProperty("ratio").GetProperty("lo").GetDouble().ShouldBe(2.1);
        claims[0].GetProperty("command").GetString().ShouldBe("make claim ID=X1");
    }

    [Fact]
    public void Ledger_SomeEntriesReplaced_KeepsOtherEntries()
    {
        string[] ids = ["X1", "X2", "X3", "X4", "X5"];
        Claim[] claims =
            [.. ids.Select(id => CreateClaim(id, id is "X1" ? TwofoldResult : PublishedResult.StatementWithoutRatio))];
        Measurement[] measured =
        [
            new() { Ratio = new RatioEstimate(2.2, 2.1, 2.3), SourceNumbers = "22, against 10" },
            new() { Confirmed = true, SourceNumbers = "3 of 3" },
            new() { Confirmed = false, Inconclusive = true },
            Measurement.NotMeasured("no engine"),
            new() { Confirmed = false },
        ];
        var source = CreateSource(claims);
        var ledger = new Ledger(
            [source],
            [.. claims.Zip(measured, (claim, measurement) => new LedgerEntry(claim, measurement))],
            [new("measured", "today")]);

        var again = LedgerJson.Parse(LedgerJson.Format(ledger), [source])
            .Replace([new(claims[1], measured[1]), new(claims[4], measured[4])], "then")
            .Replace([new(claims[4], new Measurement { Confirmed = true })], "tomorrow");

        again.Entries.Select(entry => entry.Verdict).ShouldBe(
            [Verdict.Holds, Verdict.Holds, Verdict.Undecided, Verdict.NotMeasured, Verdict.Holds]);
        again.Entries.Take(4).Select(entry => entry.Measurement).ShouldBe(measured.Take(4));
        again.Provenance.ShouldBe([new("measured", "today"), new("X2", "then"), new("X5", "tomorrow")]);
    }

    [Fact]
    public void Ledger_StatementOfClaimCorrected_KeepsMeasurement()
    {
        var claim = CreateClaim("X1", PublishedResult.StatementWithoutRatio);
        var ledger = new Ledger([CreateSource(claim)], [new(claim, new Measurement { Confirmed = true })], []);

        var corrected = claim with { Statement = "The statement without a typing error" };

        LedgerJson.Parse(LedgerJson.Format(ledger), [CreateSource(corrected)]).Entries.Single().Verdict.ShouldBe(
            Verdict.Holds);
    }

    [Fact]
    public void Ledger_MeasurementIdOfClaimChanged_IgnoresOldMeasurement()
    {
        var claim = CreateClaim("X1", PublishedResult.StatementWithoutRatio);
        var ledger = new Ledger([CreateSource(claim)], [new(claim, new Measurement { Confirmed = true })], []);

        var changed = claim with { MeasurementId = "X1-2" };
        var entry = LedgerJson.Parse(LedgerJson.Format(ledger), [CreateSource(changed)]).Entries.Single();

        entry.Verdict.ShouldBe(Verdict.NotMeasured);
        entry.Reason.ShouldNotBeNull().ShouldContain("make claim ID=X1 RENEW=1");
    }

    [Fact]
    public void CommittedLedger_FormattedAsPage_EqualsCommittedPage()
    {
        var docs = Path.Combine(Repository.Root, "docs");
        var ledger = LedgerJson.Parse(File.ReadAllText(Path.Combine(docs, "claims.json")), ClaimCatalog.ClaimsByPublication);

        LedgerMarkdown.Format(ledger).ShouldBe(File.ReadAllText(Path.Combine(docs, "claims.md")));
        ledger.Entries.Count.ShouldBe(ClaimCatalog.Claims.Count);
    }

    private static Claim CreateClaim(string id, PublishedResult published, params VerdictReason[] reasons) =>
        new(id, $"The statement of {id}", published, _ => null!, reasons);

    private static PublicationClaims CreateSource(params Claim[] claims) =>
        new(new Publication("Somebody, 2000", "A title", "a subject"), claims);
}
