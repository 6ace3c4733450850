namespace BackendApi.Customers;

internal sealed record Order(
    int Id,
    int CustomerId,
    DateTimeOffset PlacedAt,
    string Currency,
    IReadOnlyList<OrderItem> Items,
    decimal Total);

internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);
