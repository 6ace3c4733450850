namespace Studies.Claims.Catalog;

/// <summary>A customer with two orders, about 1 KB of JSON, like the one that Byterot, 2014, deserialized.</summary>
internal sealed record FullCustomer(
    int Id, string Name, string Email, string Phone, FullCustomer.HomeAddress Address, DateTimeOffset RegisteredAt,
    string Notes, IReadOnlyList<FullCustomer.Order> Orders)
{
    private static readonly byte[] Document = JsonSerializer.SerializeToUtf8Bytes(
        new FullCustomer(
            17, "Ada Moreau", "ada.moreau@example.org", "+44 20 7946 0117",
            new HomeAddress("17 Foundry Lane", "Leeds", "LS1 4AP", "United Kingdom"),
            new DateTimeOffset(2013, 5, 6, 7, 8, 9, TimeSpan.FromHours(2)),
            "Prefers a call before each delivery, in the morning, and pays on account at the end of the month.",
            [CreateOrder(171), CreateOrder(172)]),
        JsonSerializerOptions.Web);

    public static byte[] GetDocument() => Document;

    private static Order CreateOrder(int id) => new(
        id, 17, new DateTimeOffset(2014, 10, 19, 12, 30, 0, TimeSpan.Zero), "GBP",
        [
            new OrderItem(1, "Brass desk lamp",
                "A lamp of solid brass with a shade of green glass, to be wired on site.", 2, 74.50m),
            new OrderItem(
                2, "Oak shelf", "A shelf of oiled oak, 90 cm wide, with two brackets and their screws.", 5, 31.20m),
        ],
        305.00m);

    internal sealed record HomeAddress(string Street, string City, string Postcode, string Country);

    internal sealed record Order(
        int Id, int CustomerId, DateTimeOffset PlacedAt, string Currency, IReadOnlyList<OrderItem> Items,
        decimal Total);

    internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);
}
