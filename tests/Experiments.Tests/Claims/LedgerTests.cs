using Experiments.Claims.Files;
using Experiments.Measuring;

namespace Experiments.Tests.Claims;

public sealed class LedgerTests
{
    private static readonly Claim Claim = ClaimCatalog.Library.Claims.Single(claim => claim.Id == "A3");

    /// <summary>A row stands in ledger.json until it is measured again.</summary>
    [Fact]
    public void Rows_OfTheLedger_AreThoseOfTheClaimsThatHaveNoResult() =>
        JsonElement.Parse(File.ReadAllText(Path.Combine(Repository.Root, "experiments/results/ledger.json")))
            .GetProperty("claims").EnumerateArray().Select(row => $"{row.GetProperty("id")}")
            .ShouldBe(from claim in ClaimCatalog.Library.Claims
                      where LedgerRow.Create(claim, ClaimResult.ReadAll()) is null
                      select claim.Id);

    /// <summary>Of two processors, both must meet a verdict; other rows are decided by their one interval.</summary>
    [Fact]
    public void Verdicts_OfTheLedger_FollowFromItsFiguresByTheCriteria()
    {
        foreach (var (claim, row) in Ledger.Read().Entries)
        {
            if (row.Verdict is Verdict.DependsOnTheMachine)
                continue;
            var decision = claim.File.Criterion.Decide(row.Metrics, claim.File.Design.Starts);
            (decision.Verdict, decision.Explanation).ShouldBe((row.Verdict, row.Open), claim.Id);
        }
    }

    /// <summary>The criterion of A3 holds up to 0.357, and differs up to 0.842.</summary>
    [Theory]
    [InlineData("holds", 0.2)]
    [InlineData("holds", 0.2, 0.2)]
    [InlineData("depends on the machine", 0.2, 1.0)]
    public void Row_OfMachines_HasTheFiguresOfTheFirstAndTheVerdictOfAll(string verdict, params double[] ratios)
    {
        var row = LedgerRow.Create(Claim, [.. ratios.Select(Measure)])!;

        row.Verdict.GetText().ShouldBe(verdict);
        row.Metrics["ratio"].Value.ShouldBe(ratios[0], 0.01);
        row.Processors.Count.ShouldBe(ratios.Length);
    }

    [Fact]
    public void Row_OfAnotherExperiment_IsNotMeasured() =>
        LedgerRow.Create(Claim, [Measure(0.2) with { Experiment = "B2" }]).ShouldBeNull();

    private static ClaimResult Measure(double ratio) => new()
    {
        Experiment = Claim.File.Run.Id,
        Date = new(2026, 12, 1),
        Commit = "0",
        Machine = new("2 × Some CPU, Some OS, kernel 6.1, X64", ".NET 10"),
        Note = "quiet",
        Starts =
        [
            .. from start in Enumerable.Range(1, 10)
               select new[] { Create("read-as-async", ratio * (1000 + start)), Create("string-jsonconvert", 1000) },
        ],
    };

    private static Row Create(string variant, double rate) =>
        new(new Dictionary<string, string> { ["variant"] = variant }) { Figures = { ["req/s"] = rate } };
}
