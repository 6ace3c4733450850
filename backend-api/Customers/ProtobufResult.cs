using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Microsoft.Net.Http.Headers;
using Testbed.Messages;

namespace BackendApi.Customers;

/// <summary>A response with a Protobuf message, for callers whose header Accept prefers that to JSON.</summary>
internal sealed class ProtobufResult(IMessage message) : IResult
{
    public const string MediaType = "application/x-protobuf";

    public static bool IsPreferred(HttpRequest request) =>
        request.Headers.Accept.Count > 0
        && MediaTypeHeaderValue.TryParseList(request.Headers.Accept, out var accepted)
        && accepted.OrderByDescending(type => type.Quality ?? 1).FirstOrDefault() is { } first
        && first.MediaType.Equals(MediaType, StringComparison.OrdinalIgnoreCase);

    public async Task ExecuteAsync(HttpContext context)
    {
        context.Response.ContentType = MediaType;
        var body = context.Response.BodyWriter;
        // The library begins with Advance(0), which Kestrel rejects before the first call of GetSpan.
        body.GetSpan();
        message.WriteTo(body);
        await body.FlushAsync(context.RequestAborted);
    }
}

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
