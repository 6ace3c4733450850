using Experiments.Claims.Catalog;
using Experiments.Claims.Files;

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
    [InlineData("version: 3", "version: 4", "version 4")]
    [InlineData("letter: A", "letter: B", "A1: the id must be the letter")]
    [InlineData("'ratio >= 61'", "'ration >= 61'", "'ration'")]
    [InlineData("'ratio >= 61'", "'ratio => 61'", "is not a condition")]
    [InlineData("starts: 1\n      text: 'Twenty", "starts: 2\n      text: 'Twenty", "few_starts")]
    [InlineData("benchmarks: Deserialization", "same_as: Q99", "run.same_as names no row")]
    [InlineData("    run:\n", "    run:\n      cold: quick\n", "run.cold is for counts of failures")]
    public void ClaimFile_WithMistake_IsRefused(string text, string mistake, string message)
    {
        var file = File.ReadAllText(Path.Combine(Repository.Root, "experiments", "claims", "byterot-2014.yaml"));
        file.ShouldContain(text);

        var error = Should.Throw<FormatException>(() => new ClaimLibrary(
            [Publication.Parse("byterot-2014.yaml", file.Replace(text, mistake, StringComparison.Ordinal))]));

        error.Message.ShouldContain(message);
    }

    [Fact]
    public void Claims_SelectedById_AreItAndToPublishAllRowsOfItsExperiment()
    {
        ClaimsCommand.Select(["B7"], wholeExperiments: false).Select(claim => claim.Id).ShouldBe(["B7"]);
        ClaimsCommand.Select(["B7"], wholeExperiments: true).Select(claim => claim.Id)
            .ShouldBe(["B2", "B4", "B5", "B5c", "B7", "B7b"], ignoreOrder: true);
        ClaimsCommand.Select([], wholeExperiments: false).Count().ShouldBe(ClaimCatalog.Library.Claims.Count);
    }

    [Theory]
    [InlineData("restsharp-against-httpclient", "Q15")]
    [InlineData("RestSharp against HttpClient", "Q15")]
    [InlineData("q15", "Q15")]
    public void Claim_ByNameSlugOrId_IsFound(string name, string id) =>
        ClaimNames.Find(name).ShouldHaveSingleItem().Id.ShouldBe(id);

    [Theory]
    [InlineData("restsarp-against-httpclient", "restsharp-against-httpclient")]
    [InlineData("idle-connection", "a-post-on-an-idle-connection")]
    public void UnknownClaim_SuggestsTheNearestName(string name, string nearest) =>
        ClaimNames.FindNearest(name).ShouldBe(nearest);

    private static Verdict Decide(Claim claim, Metric ratio) => claim.File.Criterion
        .Decide(new Dictionary<string, Metric> { ["ratio"] = ratio }, claim.File.Design.Starts).Verdict;
}
