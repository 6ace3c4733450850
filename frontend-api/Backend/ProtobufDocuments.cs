using FrontendApi.Backend.Messages;
using Google.Protobuf;

namespace FrontendApi.Backend;

/// <summary>
/// Parses Protobuf messages of the back-end into the documents that JSON gives, too.
/// </summary>
internal static class ProtobufDocuments
{
    /// <summary>Parses a document.</summary>
    /// <typeparam name="T">The type of the document: a customer or an order.</typeparam>
    /// <exception cref="InvalidProtocolBufferException">The bytes are not a message.</exception>
    /// <exception cref="InvalidDataException">A value of the message is missing or out of range.</exception>
    public static T Parse<T>(ReadOnlySpan<byte> body)
    {
        try
        {
            object document = typeof(T) == typeof(Customer)
                ? Create(CustomerMessage.Parser.ParseFrom(body))
                : Create(OrderMessage.Parser.ParseFrom(body));
            return (T)document;
        }
        catch (Exception exception) when (exception
            is ArgumentException or InvalidOperationException or OverflowException)
        {
            throw new InvalidDataException("A value of the message is out of range.", exception);
        }
    }

    private static Customer Create(CustomerMessage message) => new(
        message.Id,
        Check(message.Name),
        Check(message.Email),
        Check(message.Phone),
        Create(Require(message.Address)),
        Create(message.RegisteredAt),
        Check(message.Notes),
        [.. message.OrderIds]);

    private static Address Create(AddressMessage message) =>
        new(Check(message.Street), Check(message.City), Check(message.Postcode), Check(message.Country));

    private static Order Create(OrderMessage message) => new(
        message.Id,
        message.CustomerId,
        Create(message.PlacedAt),
        Check(message.Currency),
        [.. message.Items.Select(Create)],
        Create(message.Total));

    private static OrderItem Create(OrderItemMessage message) => new(
        message.Id, Check(message.Product), Check(message.Description), message.Quantity, Create(message.UnitPrice));

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

    /// <summary>
    /// Rejects a text that is not UTF-8. This version of the library replaces the invalid bytes and reports nothing; it
    /// cannot be told from a text that has the replacement character.
    /// </summary>
    private static string Check(string text) => text.Contains('\uFFFD')
        ? throw new InvalidDataException("A text of the message is not UTF-8.")
        : text;
}
