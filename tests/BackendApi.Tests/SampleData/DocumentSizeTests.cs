namespace BackendApi.Tests.Customers;

public sealed class DocumentSizeTests(DefaultDocuments fixture)
{
    [Fact]
    public void Documents_AsReceived_AreOneToTwoKilobytes() =>
        fixture.Documents.All.ShouldAllBe(document => document.Size >= 1_024 && document.Size <= 2_048);

    [Fact]
    public void CustomerSizes_OverTheRange_AreEvenlySpread() => QuartersShouldBeEven(fixture.Documents.Customers);

    [Fact]
    public void OrderSizes_OverTheRange_AreEvenlySpread() => QuartersShouldBeEven(fixture.Documents.Orders);

    // Four standard deviations for 1,000 documents are 5.5 %; the seed is fixed, so this never flickers.
    private static void QuartersShouldBeEven(IReadOnlyList<Document> documents) =>
        Shares.Of(documents.Select(document => Math.Min((document.Size - 1_024) / 256, 3)))
            .ShouldBeEven(parts: 4, tolerance: 0.055);
}
