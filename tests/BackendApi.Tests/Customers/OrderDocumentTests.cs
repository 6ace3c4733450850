using System.Text.Json;

namespace BackendApi.Tests.Customers;

public sealed class OrderDocumentTests(DefaultDocuments fixture)
{
    private readonly IReadOnlyList<Document> _orders = fixture.Documents.Orders;

    [Fact]
    public void Order_AsReceived_HasTheContractsPropertiesInOrder() =>
        _orders.ShouldAllBe(order => order.PropertyNames() == "id,customerId,placedAt,currency,items,total");

    [Fact]
    public void OrderItem_AsReceived_HasTheContractsPropertiesInOrder() =>
        AllItems().ShouldAllBe(item => item.PropertyNames() == "id,product,description,quantity,unitPrice");

    [Fact]
    public void Order_OfACustomersOrderId_HasThatIdAndCustomer() =>
        _orders.ShouldAllBe(order =>
            order.Path == $"/api/customer/{order.Json.GetProperty("customerId")}/order/{order.Json.GetProperty("id")}");

    [Fact]
    public void Total_OfEveryOrder_IsTheSumOfItsItems() =>
        _orders.ShouldAllBe(order =>
            order.Json.GetProperty("total").GetDecimal() == ItemsOf(order).Sum(item =>
                item.GetProperty("quantity").GetInt32() * item.GetProperty("unitPrice").GetDecimal()));

    [Fact]
    public void UnitPrice_OfEveryItem_HasTwoDecimals() =>
        AllItems().ShouldAllBe(item => item.GetProperty("unitPrice").GetDecimal().Scale == 2);

    [Fact]
    public void ItemCounts_OverAllOrders_AreEvenlySpread() =>
        Shares.Of(_orders.Select(order => ItemsOf(order).Count())).ShouldBeEven(parts: 3, tolerance: 0.037);

    [Fact]
    public void Descriptions_AsReceived_AreWholeSentencesThatNoEncoderEscapes() =>
        AllItems().Select(item => item.GetProperty("description").GetString())
            .ShouldAllBe(description => PlainProse.IsIn(description));

    [Fact]
    public void PlacedAt_OfEveryOrder_IsAfterTheCustomersRegistration()
    {
        var registrations = fixture.Documents.Customers.ToDictionary(
            customer => customer.Json.GetProperty("id").GetInt32(),
            customer => customer.Json.GetProperty("registeredAt").GetDateTimeOffset());

        _orders.ShouldAllBe(order => order.Json.GetProperty("placedAt").GetDateTimeOffset()
            > registrations[order.Json.GetProperty("customerId").GetInt32()]);
    }

    private IEnumerable<JsonElement> AllItems() => _orders.SelectMany(ItemsOf);

    private static IEnumerable<JsonElement> ItemsOf(Document order) =>
        order.Json.GetProperty("items").EnumerateArray();
}
