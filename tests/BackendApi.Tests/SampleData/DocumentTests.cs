using System.Security.Cryptography;

namespace BackendApi.Tests.SampleData;

/// <summary>Tests that every machine generates the same documents, and what other settings change.</summary>
public sealed class DocumentTests(DefaultDocuments documents)
{
    private readonly Document[] _customers = [.. documents.Customers];
    private readonly Document[] _orders = [.. documents.Orders];

    /// <summary>Every change of the contract or of the data changes the hash.</summary>
    [Fact]
    public void DefaultSeed_AnyMachine_GeneratesTheSameBytes() =>
        Convert.ToHexStringLower(SHA256.HashData([.. documents.All.SelectMany(document => document.Bytes)]))
            .ShouldBe("91b4358c11b9d90de3546bde2e228fa2abcc484e95286589fee3f9c1bd712fb3");

    [Fact]
    public void DefaultData_Documents_HaveTheContractAndFitTogether()
    {
        documents.All.ShouldAllBe(document => document.Bytes.Length >= 1_024 && document.Bytes.Length <= 2_048);
        Document.JoinPropertyNames(_customers[0].Json)
            .ShouldBe("id,name,email,phone,address,registeredAt,notes,orderIds");
        Document.JoinPropertyNames(_orders[0].Json).ShouldBe("id,customerId,placedAt,currency,items,total");
        _orders.Select(order => order.Json.GetProperty("id").GetInt32()).ShouldBeUnique();
        _orders.ShouldAllBe(order =>
            order.Json.GetProperty("total").GetDecimal() == order.Json.GetProperty("items").EnumerateArray().Sum(
                item => item.GetProperty("quantity").GetInt32() * item.GetProperty("unitPrice").GetDecimal()));
    }

    [Fact]
    public async Task AnotherSeed_EveryCustomer_HasDifferentBytes() =>
        (await Document.ReadAllAsync(20, ("Data:Seed", "2015"))).Take(20).ShouldAllBe(other => !HasSameBytes(other));

    [Fact]
    public async Task SameSeedAndFewerCustomers_EveryDocument_HasTheSameBytes() =>
        (await Document.ReadAllAsync(10)).ShouldAllBe(document => HasSameBytes(document));

    [Fact]
    public async Task SameSeedAndNumberOfOrders_EveryCustomer_HasThisNumberOfTheSameOrders()
    {
        var others = await Document.ReadAllAsync(10, ("Data:OrdersPerCustomer", "9"));

        others.Length.ShouldBe(10 + (10 * 9));
        var known = others.Skip(10).Where(order => documents.Find(order.Path) is not null).ToArray();
        known.Length.ShouldBeGreaterThanOrEqualTo(10);
        known.ShouldAllBe(order => HasSameBytes(order));
    }

    private bool HasSameBytes(Document document) =>
        documents.Find(document.Path)!.Bytes.SequenceEqual(document.Bytes);
}
