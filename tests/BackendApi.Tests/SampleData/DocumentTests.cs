using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace BackendApi.Tests.SampleData;

/// <summary>Tests what all documents have in common. Each quarter or third of them may be 4 standard deviations off.
/// </summary>
public sealed partial class DocumentTests(DefaultDocuments documents)
{
    private readonly Document[] _customers = [.. documents.Customers];
    private readonly Document[] _orders = [.. documents.Orders];

    private IEnumerable<JsonElement> Items => _orders.SelectMany(GetItems);

    [Fact]
    public void DefaultData_Documents_HaveThePropertiesOfTheContractInOrder()
    {
        _customers.ShouldAllBe(customer =>
            Document.JoinPropertyNames(customer.Json) == "id,name,email,phone,address,registeredAt,notes,orderIds"
            && Document.JoinPropertyNames(customer.Json.GetProperty("address")) == "street,city,postcode,country");
        _orders.ShouldAllBe(order =>
            Document.JoinPropertyNames(order.Json) == "id,customerId,placedAt,currency,items,total");
        Items.ShouldAllBe(item => Document.JoinPropertyNames(item) == "id,product,description,quantity,unitPrice");
    }

    [Fact]
    public void DefaultData_Ids_AreThoseOfThePathAndUnique()
    {
        _customers.Select(customer => customer.Json.GetProperty("id").GetInt32()).ShouldBe(Enumerable.Range(1, 1_000));
        _orders.ShouldAllBe(order =>
            order.Path == $"/api/customer/{order.Json.GetProperty("customerId")}/order/{order.Json.GetProperty("id")}");
        _orders.Select(order => order.Json.GetProperty("id").GetInt32()).ShouldBeUnique();
    }

    [Fact]
    public void DefaultData_Values_FitTogether()
    {
        var registrations = _customers.ToDictionary(
            customer => customer.Json.GetProperty("id").GetInt32(),
            customer => customer.Json.GetProperty("registeredAt").GetDateTimeOffset());

        _orders.ShouldAllBe(order => order.Json.GetProperty("placedAt").GetDateTimeOffset()
            > registrations[order.Json.GetProperty("customerId").GetInt32()]);
        _orders.ShouldAllBe(order => order.Json.GetProperty("total").GetDecimal() == GetItems(order).Sum(
            item => item.GetProperty("quantity").GetInt32() * item.GetProperty("unitPrice").GetDecimal()));
        Items.ShouldAllBe(item => item.GetProperty("unitPrice").GetDecimal().Scale == 2);
    }

    /// <summary>Whole sentences of unaccented letters, which no JSON encoder escapes.</summary>
    [Fact]
    public void DefaultData_Texts_AreWholeSentencesWithoutEscapedCharacters() =>
        _customers.Select(customer => customer.Json.GetProperty("notes"))
            .Concat(Items.Select(item => item.GetProperty("description")))
            .ShouldAllBe(text => SentencesPattern().IsMatch(text.GetString()!));

    [Fact]
    public void DefaultData_SizesAndCounts_AreEvenlyDistributed()
    {
        documents.All.ShouldAllBe(document => document.Bytes.Length >= 1_024 && document.Bytes.Length <= 2_048);
        ShouldBeEven(_customers.Select(GetQuarter), parts: 4, tolerance: 0.055);
        ShouldBeEven(_orders.Select(GetQuarter), parts: 4, tolerance: 0.055);
        ShouldBeEven(_customers.Select(customer => customer.Json.GetProperty("orderIds").GetArrayLength()), 3, 0.037);
        ShouldBeEven(_orders.Select(order => GetItems(order).Count()), 3, 0.037);

        static int GetQuarter(Document document) => Math.Min((document.Bytes.Length - 1_024) / 256, 3);
    }

    [Fact]
    public void DefaultSeed_AnyMachine_GeneratesTheSameBytes() =>
        Convert.ToHexStringLower(SHA256.HashData([.. documents.All.SelectMany(document => document.Bytes)]))
            .ShouldBe("7866275d17766c6798cfb615e6aa7bb02e9d0a5c1b225fd077c0cb92d9e3e201");

    [Fact]
    public async Task AnotherSeed_EveryCustomer_HasDifferentBytes() =>
        (await Document.ReadAllAsync(20, ("Data:Seed", "2015")))
            .ShouldAllBe(other => documents.Find(other.Path) == null || !HasSameBytes(other));

    [Fact]
    public async Task SameSeedAndFewerCustomers_EveryDocument_HasTheSameBytes() =>
        (await Document.ReadAllAsync(10)).ShouldAllBe(document => HasSameBytes(document));

    [Theory]
    [InlineData(1)]
    [InlineData(9)]
    public async Task SameSeedAndNumberOfOrders_EveryCustomer_HasThisNumberOfTheSameOrders(int count)
    {
        var others = await Document.ReadAllAsync(10, ("Data:OrdersPerCustomer", $"{count}"));

        others.Length.ShouldBe(10 + (10 * count));
        var known = others.Skip(10).Where(order => documents.Find(order.Path) is not null).ToArray();
        known.Length.ShouldBeGreaterThanOrEqualTo(10);
        known.ShouldAllBe(order => HasSameBytes(order));
    }

    [Theory]
    [InlineData(1_024)]
    [InlineData(1_048_576)]
    public async Task ConfiguredSize_Customers_HaveItAndTheSameOrders(int bytes)
    {
        var others = await Document.ReadAllAsync(3, ("Data:CustomerBytes", $"{bytes}"));

        others.Take(3).ShouldAllBe(customer => customer.Bytes.Length == bytes);
        others.Take(3).Select(GetName).ShouldBe(_customers.Take(3).Select(GetName));
        others.Skip(3).Select(order => order.Path).ShouldBe(_orders.Take(others.Length - 3).Select(order => order.Path));

        static string? GetName(Document customer) => customer.Json.GetProperty("name").GetString();
    }

    private static IEnumerable<JsonElement> GetItems(Document order) =>
        order.Json.GetProperty("items").EnumerateArray();

    private bool HasSameBytes(Document document) =>
        documents.Find(document.Path)!.Bytes.SequenceEqual(document.Bytes);

    private static void ShouldBeEven(IEnumerable<int> values, int parts, double tolerance)
    {
        var counts = values.CountBy(value => value).ToDictionary();
        counts.Count.ShouldBe(parts);
        foreach (var (value, count) in counts)
            ((double)count / counts.Values.Sum()).ShouldBe(1.0 / parts, tolerance, $"share of {value}");
    }

    [GeneratedRegex(@"^[A-Z][a-z]*( [a-z]+)+\.( [A-Z][a-z]*( [a-z]+)+\.)*\z")]
    private static partial Regex SentencesPattern();
}
