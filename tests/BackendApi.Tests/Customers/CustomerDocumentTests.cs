namespace BackendApi.Tests.Customers;

public sealed class CustomerDocumentTests(DefaultDocuments fixture)
{
    private readonly IReadOnlyList<Document> _customers = fixture.Documents.Customers;

    [Fact]
    public void DefaultData_Customers_HaveThePropertiesOfTheContractInOrder() =>
        _customers.ShouldAllBe(customer =>
            Document.JoinPropertyNames(customer.Json) == "id,name,email,phone,address,registeredAt,notes,orderIds"
            && Document.JoinPropertyNames(customer.Json.GetProperty("address")) == "street,city,postcode,country");

    [Fact]
    public void DefaultData_Customers_HaveTheRequestedId() =>
        _customers.Select(customer => customer.Json.GetProperty("id").GetInt32()).ShouldBe(Enumerable.Range(1, 1_000));

    [Fact]
    public void DefaultData_Notes_AreWholeSentencesWithoutEscapedCharacters() =>
        _customers.Select(customer => customer.Json.GetProperty("notes").GetString())
            .ShouldAllBe(notes => PlainSentences.Match(notes));

    [Fact]
    public void DefaultData_NumbersOfOrders_AreEvenlyDistributed() =>
        _customers.Select(customer => customer.Json.GetProperty("orderIds").GetArrayLength())
            .ShouldBeEven(parts: 3, tolerance: 0.037);

    [Fact]
    public void DefaultData_OrderIds_AreUnique() =>
        _customers.SelectMany(customer => customer.Json.GetProperty("orderIds").EnumerateArray())
            .Select(id => id.GetInt32())
            .ShouldBeUnique();
}
