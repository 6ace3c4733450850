using FrontendApi.Backend.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace FrontendApi.Tests;

/// <summary>Writes the documents of <see cref="BackendDocuments"/> as Protobuf messages.</summary>
internal static class ProtobufEncoding
{
    public static IMessage CreateMessage(string json)
    {
        var (document, id) = (JsonElement.Parse(json), JsonElement.Parse(json).GetProperty("id").GetInt32());
        if (document.TryGetProperty("customerId", out var customerId))
        {
            return new OrderMessage
            {
                Id = id,
                CustomerId = customerId.GetInt32(),
                PlacedAt = CreateTime(document.GetProperty("placedAt")),
                Currency = "EUR",
                Items = { new OrderItemMessage { Id = 1, Product = "Lamp", Description = "d", Quantity = 2, UnitPrice = new() { Unscaled = 1250, Scale = 2 } } },
                Total = new() { Unscaled = 2500, Scale = 2 },
            };
        }

        return new CustomerMessage
        {
            Id = id,
            Name = "Ada",
            Email = "ada@example.org",
            Phone = "1",
            Address = new() { Street = "s", City = "c", Postcode = "p", Country = "x" },
            RegisteredAt = CreateTime(document.GetProperty("registeredAt")),
            Notes = document.GetProperty("notes").GetString(),
            OrderIds = { document.GetProperty("orderIds").EnumerateArray().Select(order => order.GetInt32()) },
        };
    }

    private static TimeMessage CreateTime(JsonElement time) => new()
    {
        Instant = Timestamp.FromDateTimeOffset(time.GetDateTimeOffset()),
        OffsetMinutes = time.GetDateTimeOffset().TotalOffsetMinutes,
    };
}
