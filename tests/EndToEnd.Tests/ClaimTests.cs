using System.Text.Json;
using Studies.Claims;
using Studies.Claims.Catalog;
using Studies.LoadTool;
using Studies.Claims.Sources;

namespace EndToEnd.Tests;

/// <summary>What verdict the ledger gives, and that its page and its JSON have it.</summary>
public sealed class ClaimTests
{
    [Theory]
    [InlineData(2.9, 4.1, 3.9, 4.3, "holds")]
    [InlineData(0.4, 0.41, 0.41, 0.41, "holds")]
    [InlineData(0.178, 0.057, 0.056, 0.058, "differs")]
    [InlineData(3.4, 1.2, 1.1, 1.3, "differs")]
    [InlineData(1.5, 1.1, 1.07, 1.13, "differs")]
    [InlineData(1.71, 0.6, 0.59, 0.61, "no longer holds")]
    [InlineData(0.178, 1.2, 1.1, 1.3, "no longer holds")]
    [InlineData(0.178, 0.99, 0.98, 0.999, "no longer holds")]
    [InlineData(0.178, 0.99, 0.95, 1.03, "no longer holds")]
    [InlineData(1.23, 1.01, 0.97, 1.05, "undecided")]
    [InlineData(1.23, 0.9, 0.7, 1.2, "undecided")]
    public void Of_Ratio_IsByItsSideAndItsDistance(double then, double now, double lo, double hi, string verdict) =>
        Verdicts.Of(new Then(then, ""), new Now { Ratio = new Estimate(now, lo, hi) }).Words().ShouldBe(verdict);

    [Fact]
    public void Of_Statement_IsWhatWasSeen()
    {
        Verdicts.Of(Then.Said, new Now { Shown = true }).ShouldBe(Verdict.Holds);
        Verdicts.Of(Then.Said, new Now { Shown = false }).ShouldBe(Verdict.NoLongerHolds);
        Verdicts.Of(Then.Said, Now.NotMeasured("no engine")).ShouldBe(Verdict.NotMeasured);
        Should.Throw<ArgumentException>(() => Verdicts.Of(Then.Said, new Now()));
    }

    [Theory]
    [InlineData("Total: 4, Errors: 0, Failed: 0, Skipped: 0, Not Run: 0", "holds")]
    [InlineData("Total: 4, Errors: 0, Failed: 1, Skipped: 0, Not Run: 0", "no longer holds")]
    [InlineData("Total: 4, Errors: 1, Failed: 0, Skipped: 0, Not Run: 0", "no longer holds")]
    [InlineData("Total: 4, Errors: 0, Failed: 0, Skipped: 1, Not Run: 0", "not measured")]
    [InlineData("Total: 0, Errors: 0, Failed: 0, Skipped: 0, Not Run: 3", "not measured")]
    public void Of_Tests_IsWhatTheyGave(string summary, string verdict) =>
        Verdicts.Of(Then.Said, Tested.Of($"=== SUMMARY ===\n   Some.Tests  {summary}, Time: 1s", "Some.Tests")).Words().ShouldBe(verdict);

    [Theory]
    [InlineData(0.8, 1.4, 0.9, 1.2, "holds")]
    [InlineData(0.8, 1.4, 1.02, 1.5, "undecided")]
    [InlineData(0.8, 1.4, 1.2, 1.5, "no longer holds")]
    [InlineData(0.5, 0.8, 1.02, 1.5, "no longer holds")]
    public void NoWinner_OfSizes_IsToldFromEveryCollector(double lo, double hi, double largerLo, double largerHi, string verdict) =>
        Verdicts.Of(Then.Said, Reis.NoWinner(new("time, 1 bytes", new(1, lo, hi)), new("time, 2 bytes", new(1, largerLo, largerHi))))
            .Words().ShouldBe(verdict);

    [Fact]
    public void Ids_OfAllSources_AreDifferent() =>
        Catalogue.Sources.SelectMany(source => source.Claims).Select(claim => claim.Id).ShouldBeUnique();

    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.0567, "0.0567")]
    [InlineData(0.5, "0.500")]
    [InlineData(12.34, "12.3")]
    [InlineData(5717.4, "5 717")]
    [InlineData(1234567, "1 234 567")]
    public void Figures_HaveThreeDigits(double value, string text) => Figures.Of(value).ShouldBe(text);

    [Fact]
    public void Ledger_OfRows_SaysEachAndTheFurthestFirst()
    {
        var near = new Claim("X1", "near", new Then(2, "20, against 10"), _ => null!);
        var gone = new Claim("X2", "gone", new Then(0.2, "2, against 10"), _ => null!, new Reason(Verdict.NoLongerHolds, "it was mended"));
        var source = new Source("Somebody, 2000", "A title", "a subject", [near, gone]);
        var ledger = new Ledger(
            [source],
            [
                new Row(near, new Now { Ratio = new Estimate(2.2, 2.1, 2.3), Figures = "22, against 10" }),
                new Row(gone, new Now { Ratio = new Estimate(1.1, 1.05, 1.2) }),
            ],
            [("measured", "today")]);

        ledger.Surprises().Select(row => row.Claim.Id).ShouldBe(["X2"]);
        var page = LedgerMarkdown.Of(ledger);
        page.ShouldContain("**1 holds · 1 no longer holds.**");
        page.ShouldContain("| <a id=\"x1\"></a>**X1** | near | **2.00\u00a0×**<br><sub>20, against 10</sub> | **2.20\u00a0×** [2.10, 2.30]<br><sub>22, against 10</sub> | ● **holds** |");
        page.ShouldContain("○ **no longer holds**<br>it was mended");
        var claims = JsonDocument.Parse(LedgerJson.Of(ledger)).RootElement.GetProperty("claims");
        claims[1].GetProperty("verdict").GetString().ShouldBe("no longer holds");
        claims[0].GetProperty("now").GetProperty("lo").GetDouble().ShouldBe(2.1);
        claims[0].GetProperty("command").GetString().ShouldBe("make claim ID=X1");
    }

    [Fact]
    public void Ledger_ReadAgainAndRenewed_HasTheOtherRowsAsTheyWere()
    {
        Claim[] claims =
        [
            new("X1", "a ratio", new Then(2, "20, against 10"), _ => null!),
            new("X2", "a statement", Then.Said, _ => null!),
            new("X3", "one that is open", Then.Said, _ => null!),
            new("X4", "one without a tool", Then.Said, _ => null!),
            new("X5", "one measured again", Then.Said, _ => null!),
        ];
        var source = new Source("Somebody, 2000", "A title", "a subject", claims);
        Now[] found =
        [
            new() { Ratio = new Estimate(2.2, 2.1, 2.3), Figures = "22, against 10" }, new() { Shown = true, Figures = "3 of 3" },
            new() { Shown = false, IsOpen = true }, Now.NotMeasured("no engine"), new() { Shown = false },
        ];
        var ledger = new Ledger([source], [.. claims.Zip(found, (claim, now) => new Row(claim, now))], [("measured", "today")]);

        var again = LedgerJson.Read(LedgerJson.Of(ledger), [source]).Renewed([new Row(claims[1], found[1]), new Row(claims[4], found[4])], "then")
            .Renewed([new Row(claims[4], new Now { Shown = true })], "tomorrow");

        again.Rows.Select(row => row.Verdict).ShouldBe(
            [Verdict.Holds, Verdict.Holds, Verdict.Undecided, Verdict.NotMeasured, Verdict.Holds]);
        again.Rows.Take(4).Select(row => row.Now).ShouldBe(found.Take(4));
        again.Provenance.ShouldBe([("measured", "today"), ("X2", "then"), ("X5", "tomorrow")]);
    }

    [Fact]
    public void Ledger_ReadWithOtherWords_HasNothingForThem()
    {
        Source Of(string words) => new("Somebody, 2000", "A title", "a subject", [new("X1", words, Then.Said, _ => null!)]);
        var source = Of("in one way");
        var ledger = new Ledger([source], [new Row(source.Claims[0], new Now { Shown = true })], []);

        LedgerJson.Read(LedgerJson.Of(ledger), [Of("in another")]).Rows.Single().Verdict.ShouldBe(Verdict.NotMeasured);
    }
}
