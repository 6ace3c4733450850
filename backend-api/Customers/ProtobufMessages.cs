using BackendApi.Customers.Messages;
using Google.Protobuf.WellKnownTypes;

namespace BackendApi.Customers;

/// <summary>Creates the Protobuf messages of customers and orders.</summary>
internal static class ProtobufMessages
{
    public static CustomerMessage Create(Customer customer) => new()
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

    public static OrderMessage Create(Order order) => new()
    {
        Id = order.Id,
        CustomerId = order.CustomerId,
        PlacedAt = Create(order.PlacedAt),
        Currency = order.Currency,
        Items =
        {
            order.Items.Select(item => new OrderItemMessage
            {
                Id = item.Id,
                Product = item.Product,
                Description = item.Description,
                Quantity = item.Quantity,
                UnitPrice = Create(item.UnitPrice),
            }),
        },
        Total = Create(order.Total),
    };

    private static TimeMessage Create(DateTimeOffset time) => new()
    {
        Instant = Timestamp.FromDateTimeOffset(time),
        OffsetMinutes = time.TotalOffsetMinutes,
    };

    private static DecimalMessage Create(decimal number)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(number, parts);
        var unscaled = new decimal(parts[0], parts[1], parts[2], decimal.IsNegative(number), scale: 0);
        return new() { Unscaled = decimal.ToInt64(unscaled), Scale = number.Scale };
    }
}
