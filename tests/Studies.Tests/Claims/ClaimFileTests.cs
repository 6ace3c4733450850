using Studies.Claims.Catalog;
using Studies.Claims.Criteria;
using Studies.Claims.Files;

namespace Studies.Tests.Claims;

/// <summary>Tests the claim files: they are read strictly, and each criterion can fail.</summary>
public sealed class ClaimFileTests
{
    private static readonly string Folder = Path.Combine(Repository.Root, "docs", "claims");

    public static TheoryData<string> DecidedClaims =>
        [.. ClaimCatalog.Library.Claims.Where(claim => claim.File.Criterion is not null).Select(claim => claim.Id)];

    [Theory]
    [MemberData(nameof(DecidedClaims))]
    public void Counterexample_OfClaim_FlipsVerdict(string id)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        var counterexample = file.Counterexample!;
        var metrics = counterexample.Metrics.ToDictionary(
            metric => metric.Key,
            metric => metric.Value is [var low, var high]
                ? new Metric((low + high) / 2, low, high) { Starts = file.Design!.Starts }
                : Metric.Exact(metric.Value[0]));

        var verdict = file.Criterion!.Decide(metrics, file.Design!.Starts).Verdict;

        verdict.ShouldBe(counterexample.Verdict);
        verdict.ShouldNotBe(Verdict.Holds);
    }

    [Theory]
    [MemberData(nameof(DecidedClaims))]
    public void Criterion_OfClaimWithPublishedRatio_IsNotMetByNoEffect(string id)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        if (file.Published.GetRatio() is not ({ } ratio and (< 0.9 or > 1.1)) || !file.Metrics.ContainsKey("ratio"))
            return;
        var none = new Dictionary<string, Metric> { ["ratio"] = new(1, 0.999, 1.001) { Starts = file.Design!.Starts } };

        file.Criterion!.Decide(none, file.Design.Starts).Verdict
            .ShouldBe(Verdict.NoLongerHolds, ratio.ToString("0.00", null));
    }

    [Theory]
    [MemberData(nameof(DecidedClaims))]
    public void PublishedRatio_MeasuredInEnoughStarts_Holds(string id)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        if (file.Published.GetRatio() is not { } ratio || !file.Metrics.ContainsKey("ratio"))
            return;
        double[] deviations = [0.999, 1.001, 1, 0.999, 1.001];

        Decide(file, [.. deviations.Select(deviation => ratio * deviation)]).ShouldBe(Verdict.Holds);
        Decide(file, [ratio, ratio]).ShouldBe(Verdict.CannotTell);
    }

    [Fact]
    public void Claims_WithoutMethod_SayWhyTheyAreNotMeasured()
    {
        var without = ClaimCatalog.Library.Claims.Where(claim => !ClaimCatalog.Methods.ContainsKey(claim.Id));

        without
            .Where(claim => claim.File is
            {
                NotYetMeasured: null, NotComparable: null, Edition: not Edition.Baseline,
            })
            .Select(claim => claim.Id).ShouldBeEmpty();
        ClaimCatalog.Methods.Keys.Except(ClaimCatalog.Library.Claims.Select(claim => claim.Id)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("edition: mended", "edition: mended\nmood: good", "mood")]
    [InlineData("edition: mended", "edition: mended\nedition: single", "edition")]
    [InlineData("edition: mended", "edition: improved", "edition")]
    [InlineData("version: 1", "version: 2", "version 2")]
    [InlineData("id: A5", "id: A6", "the id 'A6'")]
    [InlineData("publication: byterot-2014", "", "publication")]
    [InlineData("'ratio >= 61'", "'ration >= 61'", "'ration'")]
    [InlineData("'ratio >= 61'", "'ratio is large'", "is not a condition")]
    [InlineData("starts: 5", "starts: 2", "few_starts")]
    [InlineData("[0.98, 1.1]", "[61, 70]", "the counterexample gives 'holds'")]
    public void ClaimFile_WithMistake_IsRefused(string text, string mistake, string message)
    {
        var file = File.ReadAllText(Path.Combine(Folder, "A5.yaml"));
        file.ShouldContain(text);

        var error = Should.Throw<FormatException>(
            () => Claim.Parse("A5.yaml", file.Replace(text, mistake, StringComparison.Ordinal)));

        error.Message.ShouldContain("A5.yaml");
        error.Message.ShouldContain(message);
    }

    [Fact]
    public void PublishedRatios_OfClaims_AreThoseOfThePublications()
    {
        var ratios = ClaimCatalog.Library.Claims
            .ToDictionary(claim => claim.Id, claim => claim.File.Published.GetRatio());

        ratios["A1p"]!.Value.ShouldBe(1.713, 0.001);
        ratios["A3"]!.Value.ShouldBe(0.178, 0.001);
        ratios["A5"]!.Value.ShouldBe(122.157, 0.001);
        ratios["B2"]!.Value.ShouldBe(2.934, 0.001);
        ratios["B7"]!.Value.ShouldBe(24.615, 0.001);
        ratios["C1"]!.Value.ShouldBe(2.494, 0.001);
        ratios["D2"]!.Value.ShouldBe(11.111, 0.001);
    }

    private static Verdict Decide(ClaimFile file, IEnumerable<double> starts)
    {
        var metrics = new Dictionary<string, Metric> { ["ratio"] = Metric.FromStarts(starts) };
        return file.Criterion!.Decide(metrics, file.Design!.Starts).Verdict;
    }
}
