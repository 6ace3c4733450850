using Experiments.Claims.Catalog;
using Experiments.Claims.Files;
using Experiments.LoadTool;

namespace Experiments.Tests.Claims;

public sealed class ClaimFileTests
{
    private static IEnumerable<Claim> ClaimsWithRatio => ClaimCatalog.Library.Claims.Where(claim =>
        claim.File.Metrics.ContainsKey("ratio") && claim.File.Published.GetRatio() is not null);

    [Fact]
    public void Criteria_OfClaimsWithPublishedRatio_AreNotMetByNoEffect()
    {
        var claims = ClaimsWithRatio.Where(claim => claim.File.Published.GetRatio() is < 0.9 or > 1.1).ToArray();

        claims.Length.ShouldBeGreaterThan(15);
        foreach (var claim in claims)
        {
            Decide(claim, new Metric(1, 0.999, 1.001) { Starts = claim.File.Design.Starts })
                .ShouldBe(Verdict.NoLongerHolds, claim.Id);
        }
    }

    [Fact]
    public void PublishedRatios_MeasuredAgain_HoldOnlyInEnoughStarts()
    {
        foreach (var claim in ClaimsWithRatio)
        {
            var ratio = claim.File.Published.GetRatio()!.Value;
            var starts = Enumerable.Range(0, claim.File.Design.Starts)
                .Select(start => ratio * (0.999 + (start % 3 * 0.001)));
            Decide(claim, Metric.FromStarts(starts))
                .ShouldBe(Verdict.Holds, claim.Id);
            Decide(claim, Metric.FromStarts([ratio, ratio])).ShouldBe(Verdict.CannotTell, claim.Id);
        }
    }

    [Theory]
    [InlineData("    edition: mended", "    editon: mended", "line 13: unknown key 'editon'. Did you mean 'edition'?")]
    [InlineData("version: 2", "version: 3", "version 3")]
    [InlineData("letter: A", "letter: B", "A1: the id must be the letter")]
    [InlineData("'ratio >= 61'", "'ration >= 61'", "'ration'")]
    [InlineData("'ratio >= 61'", "'ratio => 61'", "is not a condition")]
    [InlineData("starts: 20", "starts: 2", "few_starts")]
    [InlineData("figure: benchmark-time", "figure: benchmark-time\n      same_as: Q99", "run.same_as names no row")]
    [InlineData("    run:\n", "    run:\n      cold: quick\n", "run.cold is for counts of failures")]
    [InlineData("[0.98, 1.1]", "[61, 70]", "the counterexample gives 'holds'")]
    public void ClaimFile_WithMistake_IsRefused(string text, string mistake, string message)
    {
        var file = File.ReadAllText(Path.Combine(Repository.Root, "experiments", "claims", "byterot-2014.yaml"));
        file.ShouldContain(text);

        var error = Should.Throw<FormatException>(() => new ClaimLibrary(
            [Publication.Parse("byterot-2014.yaml", file.Replace(text, mistake, StringComparison.Ordinal))]));

        error.Message.ShouldContain(message);
    }

    /// <summary>A scenario reads a counter of the back-end, also if a variant is the back-end itself.</summary>
    [Fact]
    public void ComparisonsWithScenario_EachVariant_NamesABackEndToMonitor()
    {
        var backend = new Uri("http://127.0.0.1:5101");
        var runs = ClaimCatalog.Library.Claims.Select(claim => claim.File.Run)
            .Where(run => run.Scenario is not null && run.Variants.Count > 1).ToArray();

        runs.ShouldNotBeEmpty();
        foreach (var run in runs)
        {
            var started = run.Variants.Select(variant => new StartedVariant(
                variant, variant.Program is RunVariant.BackEnd ? backend : new("http://127.0.0.1:5100"), backend));
            var options = StartedVariant.CreateComparison([.. started], hasScenario: true).ToDictionary();

            ScenarioVariants.Parse($"vary: {options["--vary"]}")
                .ShouldAllBe(variant => variant.Monitor!.ContainsKey("back-end"), run.Experiment);
        }
    }

    [Fact]
    public void Claims_SelectedById_AreItAndAllRowsOfItsExperiment()
    {
        ClaimsCommand.Select(["B7"]).Select(claim => claim.Id)
            .ShouldBe(["B2", "B4", "B5", "B5c", "B7", "B7b", "B7d"], ignoreOrder: true);
        ClaimsCommand.Select([]).Count().ShouldBe(ClaimCatalog.Library.Claims.Count);
    }

    [Theory]
    [InlineData("restsharp-against-httpclient", "Q15")]
    [InlineData("RestSharp against HttpClient", "Q15")]
    [InlineData("q15", "Q15")]
    public void Claim_ByNameSlugOrId_IsFound(string name, string id) =>
        ClaimNames.Find(name).ShouldHaveSingleItem().Id.ShouldBe(id);

    [Theory]
    [InlineData("restsarp-against-httpclient", "restsharp-against-httpclient")]
    [InlineData("sleeping-thread", "one-sleeping-thread-of-the-pool")]
    public void UnknownClaim_SuggestsTheNearestName(string name, string nearest) =>
        ClaimNames.FindNearest(name).ShouldBe(nearest);

    private static Verdict Decide(Claim claim, Metric ratio) => claim.File.Criterion
        .Decide(new Dictionary<string, Metric> { ["ratio"] = ratio }, claim.File.Design.Starts).Verdict;
}
