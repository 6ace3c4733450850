using FrontendApi.Backend.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace FrontendApi.Tests;

/// <summary>Writes documents of the back-end as Protobuf messages.</summary>
internal static class ProtobufEncoding
{
    /// <summary>Creates the message of a document in JSON, which is a customer or an order.</summary>
    public static IMessage CreateMessage(string json) => json.Contains("\"orderIds\"", StringComparison.Ordinal)
        ? Create(JsonSerializer.Deserialize<Customer>(json, JsonSerializerOptions.Web)!)
        : Create(JsonSerializer.Deserialize<Order>(json, JsonSerializerOptions.Web)!);

    private static CustomerMessage Create(Customer customer) => new()
    {
        Id = customer.Id,
        Name = customer.Name,
        Email = customer.Email,
        Phone = customer.Phone,
        Address = new()
        {
            Street = customer.Address.Street,
            City = customer.Address.City,
            Postcode = customer.Address.Postcode,
            Country = customer.Address.Country,
        },
        RegisteredAt = Create(customer.RegisteredAt),
        Notes = customer.Notes,
        OrderIds = { customer.OrderIds },
    };

    private static OrderMessage Create(Order order) => new()
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

    private static TimeMessage Create(DateTimeOffset time) =>
        new() { Instant = Timestamp.FromDateTimeOffset(time), OffsetMinutes = time.TotalOffsetMinutes };

    private static DecimalMessage Create(decimal number) =>
        new() { Unscaled = (long)(number * (decimal)Math.Pow(10, number.Scale)), Scale = number.Scale };
}
