using Studies.Claims.Catalog;

namespace Studies.Tests.Claims;

/// <summary>Tests that every claim has the ratio and the numbers that its publication reported.</summary>
public sealed class PublishedResultTests
{
    [Theory]
    [InlineData("A1", 1.713, "394 · 24 · 55 ms, against 230 · 20 · 144 ms")]
    [InlineData("A3", 0.178, "41 · 170 · 3 181 ms, against 230 · 20 · 144 ms")]
    [InlineData("A5", 122.157, "6.23 s, against 0.051")]
    [InlineData("B2", 2.934, "936 req/s, against 319")]
    [InlineData("B3", 1.725, "1 615 req/s, against 936")]
    [InlineData("B7", 24.615, "224 MB, against 9.1")]
    [InlineData("B8", 8.929, "2 GB, against 224 MB")]
    [InlineData("B10", 0.214, "200 of 936 req/s, against a steady rate with Go")]
    [InlineData("C1", 2.494, "404 KB, against 162, for a body of about 100 KB")]
    [InlineData("D2", 11.111, "50 req/s, against 4 to 5")]
    [InlineData("D4b", 1.523, "99 req/s, against 65")]
    public void Claim_OfPublication_HasPublishedRatioAndNumbers(string id, double ratio, string figures)
    {
        var published = ClaimCatalog.Claims.Single(claim => claim.Id == id).Published;

        published.Ratio.ShouldNotBeNull().ShouldBe(ratio, 0.001);
        published.Figures.ShouldBe(figures);
    }

    [Fact]
    public void BaselineClaims_OfAllPublications_AreA4AndB1() => ClaimCatalog.Claims
        .Where(claim => claim.Published.IsBaseline).Select(claim => claim.Id).ShouldBe(["A4", "B1"]);

    [Fact]
    public void ClaimIds_OfAllPublications_AreUnique()
    {
        ClaimCatalog.Claims.Select(claim => claim.Id).ShouldBeUnique();
        ClaimCatalog.Claims.Select(claim => claim.MeasurementId).ShouldBeUnique();
        ClaimCatalog.Claims.Select(claim => claim.Statement).ShouldBeUnique();
    }
}
