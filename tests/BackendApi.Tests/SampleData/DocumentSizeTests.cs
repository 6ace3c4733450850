namespace BackendApi.Tests.SampleData;

public sealed class DocumentSizeTests(DefaultDocuments fixture)
{
    [Fact]
    public void DefaultData_Documents_AreOneToTwoKibibytes() =>
        fixture.Documents.All.ShouldAllBe(document => document.Size >= 1_024 && document.Size <= 2_048);

    [Fact]
    public void DefaultData_SizesOfCustomers_AreEvenlyDistributed() =>
        QuartersShouldBeEven(fixture.Documents.Customers);

    [Fact]
    public void DefaultData_SizesOfOrders_AreEvenlyDistributed() => QuartersShouldBeEven(fixture.Documents.Orders);

    [Theory]
    [InlineData(1_024)]
    [InlineData(10_000)]
    [InlineData(1_048_576)]
    public async Task ConfiguredSize_Customers_HaveItAndTheSameOrders(int bytes)
    {
        var documents = await Documents.ReadAsync(3, ("Data:CustomerBytes", $"{bytes}"));

        documents.Customers.ShouldAllBe(customer => customer.Size == bytes);
        documents.Customers.Select(customer => customer.Json.GetProperty("name").GetString())
            .ShouldBe(fixture.Documents.Customers.Take(3).Select(customer => customer.Json.GetProperty("name").GetString()));
        documents.Orders.Select(order => order.Path)
            .ShouldBe(fixture.Documents.Orders.Take(documents.Orders.Count).Select(order => order.Path));
    }

    // About a quarter of the sizes of 1,000 documents should lie in each quarter of the allowed range. The tolerance of
    // 5.5 % is four standard deviations of such a share. The seed is fixed, so the result is always the same.
    private static void QuartersShouldBeEven(IReadOnlyList<Document> documents) =>
        documents.Select(document => Math.Min((document.Size - 1_024) / 256, 3))
            .ShouldBeEven(parts: 4, tolerance: 0.055);
}
