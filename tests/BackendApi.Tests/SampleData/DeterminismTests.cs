using System.Security.Cryptography;

namespace BackendApi.Tests.SampleData;

public sealed class DeterminismTests(DefaultDocuments fixture)
{
    [Fact]
    public void DefaultSeed_AnyMachine_GeneratesTheSameBytes() =>
        HashDocuments(fixture.Documents).ShouldBe("7866275d17766c6798cfb615e6aa7bb02e9d0a5c1b225fd077c0cb92d9e3e201");

    [Fact]
    public async Task SameSeed_SecondHost_GeneratesTheSameBytes() =>
        HashDocuments(await Documents.ReadAsync(1_000)).ShouldBe(HashDocuments(fixture.Documents));

    [Fact]
    public async Task AnotherSeed_EveryDocument_HasDifferentBytes()
    {
        var others = await Documents.ReadAsync(100, ("Data:Seed", "2015"));

        others.Customers.ShouldAllBe(other => !other.Bytes.SequenceEqual(fixture.Documents.Find(other.Path)!.Bytes));
    }

    [Fact]
    public async Task SameSeedAndFewerCustomers_EveryDocument_HasTheSameBytes()
    {
        var few = await Documents.ReadAsync(10);

        few.All.ShouldAllBe(document => document.Bytes.SequenceEqual(fixture.Documents.Find(document.Path)!.Bytes));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(9)]
    public async Task SameSeedAndNumberOfOrders_EveryCustomer_HasThisNumberOfTheSameOrders(int count)
    {
        var others = await Documents.ReadAsync(10, ("Data:OrdersPerCustomer", $"{count}"));

        others.Customers.ShouldAllBe(customer => customer.Json.GetProperty("orderIds").GetArrayLength() == count);
        var known = others.Orders.Where(order => fixture.Documents.Find(order.Path) is not null).ToArray();
        known.Length.ShouldBeGreaterThanOrEqualTo(10);
        known.ShouldAllBe(order => order.Bytes.SequenceEqual(fixture.Documents.Find(order.Path)!.Bytes));
    }

    private static string HashDocuments(Documents documents) =>
        Convert.ToHexStringLower(SHA256.HashData([.. documents.All.SelectMany(document => document.Bytes)]));
}
