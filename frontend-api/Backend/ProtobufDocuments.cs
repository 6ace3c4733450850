using Testbed.Messages;

namespace FrontendApi.Backend;

/// <summary>Converts the messages of gRPC to the documents that JSON gives, too.</summary>
internal static class ProtobufDocuments
{
    public static Customer Create(CustomerMessage message) => new(
        message.Id,
        message.Name,
        message.Email,
        message.Phone,
        Create(Require(message.Address)),
        Create(message.RegisteredAt),
        message.Notes,
        [.. message.OrderIds]);

    private static Address Create(AddressMessage message) =>
        new(message.Street, message.City, message.Postcode, message.Country);

    public static Order Create(OrderMessage message) => new(
        message.Id,
        message.CustomerId,
        Create(message.PlacedAt),
        message.Currency,
        [.. message.Items.Select(Create)],
        Create(message.Total));

    private static OrderItem Create(OrderItemMessage message) => new(
        message.Id, message.Product, message.Description, message.Quantity, Create(message.UnitPrice));

    private static DateTimeOffset Create(TimeMessage? message) => Require(message?.Instant).ToDateTimeOffset()
        .ToOffset(TimeSpan.FromMinutes(message!.OffsetMinutes));

    private static decimal Create(DecimalMessage? message)
    {
        var unscaled = Require(message).Unscaled;
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(Math.Abs(unscaled), parts);
        return new(parts[0], parts[1], parts[2], unscaled < 0, checked((byte)message!.Scale));
    }

    private static T Require<T>(T? part)
        where T : class => part ?? throw new InvalidDataException("A part of the message is missing.");
}
