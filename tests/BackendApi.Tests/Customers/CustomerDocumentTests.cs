namespace BackendApi.Tests.Customers;

public sealed class CustomerDocumentTests(DefaultDocuments fixture)
{
    private readonly IReadOnlyList<Document> _customers = fixture.Documents.Customers;

    [Fact]
    public void Customer_AsReceived_HasTheContractsPropertiesInOrder() =>
        _customers.ShouldAllBe(customer =>
            customer.PropertyNames() == "id,name,email,phone,address,registeredAt,notes,orderIds"
            && customer.PropertyNames("address") == "street,city,postcode,country");

    [Fact]
    public void Customer_ByItsId_HasThatId() =>
        _customers.Select(customer => customer.Json.GetProperty("id").GetInt32()).ShouldBe(Enumerable.Range(1, 1_000));

    [Fact]
    public void Notes_AsReceived_AreWholeSentencesThatNoEncoderEscapes() =>
        _customers.Select(customer => customer.Json.GetProperty("notes").GetString())
            .ShouldAllBe(notes => PlainProse.IsIn(notes));

    [Fact]
    public void OrderCounts_OverAllCustomers_AreEvenlySpread() =>
        Shares.Of(_customers.Select(customer => customer.Json.GetProperty("orderIds").GetArrayLength()))
            .ShouldBeEven(parts: 3, tolerance: 0.037);

    [Fact]
    public void OrderIds_OverAllCustomers_AreUnique() =>
        _customers.SelectMany(customer => customer.Json.GetProperty("orderIds").EnumerateArray())
            .Select(id => id.GetInt32())
            .ShouldBeUnique();
}
