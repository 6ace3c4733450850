namespace BackendApi.Tests.Customers;

public sealed class OrderDocumentTests(DefaultDocuments fixture)
{
    private readonly IReadOnlyList<Document> _orders = fixture.Documents.Orders;

    [Fact]
    public void DefaultData_Orders_HaveThePropertiesOfTheContractInOrder() => _orders.ShouldAllBe(order =>
        Document.JoinPropertyNames(order.Json) == "id,customerId,placedAt,currency,items,total");

    [Fact]
    public void DefaultData_OrderItems_HaveThePropertiesOfTheContractInOrder() => GetAllItems().ShouldAllBe(item =>
        Document.JoinPropertyNames(item) == "id,product,description,quantity,unitPrice");

    [Fact]
    public void DefaultData_Orders_HaveTheRequestedIdAndCustomer() => _orders.ShouldAllBe(order =>
        order.Path == $"/api/customer/{order.Json.GetProperty("customerId")}/order/{order.Json.GetProperty("id")}");

    [Fact]
    public void DefaultData_Totals_AreTheSumsOfTheItems() =>
        _orders.ShouldAllBe(order =>
            order.Json.GetProperty("total").GetDecimal() == GetItems(order).Sum(item =>
                item.GetProperty("quantity").GetInt32() * item.GetProperty("unitPrice").GetDecimal()));

    [Fact]
    public void DefaultData_UnitPrices_HaveTwoDecimals() =>
        GetAllItems().ShouldAllBe(item => item.GetProperty("unitPrice").GetDecimal().Scale == 2);

    [Fact]
    public void DefaultData_NumbersOfItems_AreEvenlyDistributed() =>
        _orders.Select(order => GetItems(order).Count()).ShouldBeEven(parts: 3, tolerance: 0.037);

    [Fact]
    public void DefaultData_Descriptions_AreWholeSentencesWithoutEscapedCharacters() =>
        GetAllItems().Select(item => item.GetProperty("description").GetString())
            .ShouldAllBe(description => PlainSentences.Match(description));

    [Fact]
    public void DefaultData_Orders_ArePlacedAfterTheCustomerRegistered()
    {
        var registrations = fixture.Documents.Customers.ToDictionary(
            customer => customer.Json.GetProperty("id").GetInt32(),
            customer => customer.Json.GetProperty("registeredAt").GetDateTimeOffset());

        _orders.ShouldAllBe(order => order.Json.GetProperty("placedAt").GetDateTimeOffset()
            > registrations[order.Json.GetProperty("customerId").GetInt32()]);
    }

    private IEnumerable<JsonElement> GetAllItems() => _orders.SelectMany(GetItems);

    private static IEnumerable<JsonElement> GetItems(Document order) =>
        order.Json.GetProperty("items").EnumerateArray();
}
