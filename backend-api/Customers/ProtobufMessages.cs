using Google.Protobuf.WellKnownTypes;
using Testbed.Messages;

namespace BackendApi.Customers;

/// <summary>Converts documents to the messages of gRPC.</summary>
internal static class ProtobufMessages
{
    public static CustomerMessage Create(Customer customer) => new()
    {
        Id = customer.Id,
        Name = customer.Name,
        Email = customer.Email,
        Phone = customer.Phone,
        Address = Create(customer.Address),
        RegisteredAt = Create(customer.RegisteredAt),
        Notes = customer.Notes,
        OrderIds = { customer.OrderIds },
    };

    public static OrderMessage Create(Order order) => new()
    {
        Id = order.Id,
        CustomerId = order.CustomerId,
        PlacedAt = Create(order.PlacedAt),
        Currency = order.Currency,
        Items = { order.Items.Select(Create) },
        Total = Create(order.Total),
    };

    private static OrderItemMessage Create(OrderItem item) => new()
    {
        Id = item.Id,
        Product = item.Product,
        Description = item.Description,
        Quantity = item.Quantity,
        UnitPrice = Create(item.UnitPrice),
    };

    private static AddressMessage Create(Address address) =>
        new() { Street = address.Street, City = address.City, Postcode = address.Postcode, Country = address.Country };

    private static TimeMessage Create(DateTimeOffset time) =>
        new() { Instant = Timestamp.FromDateTimeOffset(time), OffsetMinutes = time.TotalOffsetMinutes };

    // All amounts have two decimals.
    private static DecimalMessage Create(decimal amount) => new() { Unscaled = (long)(amount * 100), Scale = 2 };
}
