// What both aggregators read and answer, compiled into each: the documents of the services.
internal sealed record Customer(int Id, string Name, string Email, string Phone, Address Address,
    DateTimeOffset RegisteredAt, string Notes, List<int> OrderIds);

internal sealed record Address(string Street, string City, string Postcode, string Country);

internal sealed record Order(int Id, int CustomerId, DateTimeOffset PlacedAt, string Currency, List<OrderItem> Items,
    decimal Total);

internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);

internal sealed record CustomerAggregate(int Id, string Name, string Email, string Phone, Address Address,
    DateTimeOffset RegisteredAt, string Notes, List<Order> Orders);
