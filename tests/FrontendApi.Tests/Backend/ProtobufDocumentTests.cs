using FrontendApi.Backend.Messages;
using Google.Protobuf;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that bytes that are no message, and messages with values that .NET cannot represent, are invalid bodies.
/// </summary>
public sealed class ProtobufDocumentTests
{
    private static readonly Dictionary<string, byte[]> InvalidCustomers = new()
    {
        ["JSON"] = System.Text.Encoding.UTF8.GetBytes(BackendDocuments.GetCustomer(1)),
        ["number without end"] = [.. Enumerable.Repeat((byte)0xFF, 20)],
        ["cut off"] = Change(_ => { })[..40],
        ["groups within groups"] =
            [.. Change(_ => { }), .. Enumerable.Repeat<byte[]>([0xA3, 0x06], 5_000).SelectMany(tag => tag)],
        ["text with a negative length"] = [.. Change(_ => { }), 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
        ["no bytes"] = [],
        ["no instant"] = Change(customer => customer.RegisteredAt.Instant = null),
        ["time before the year 1"] = Change(customer => customer.RegisteredAt.Instant.Seconds = long.MinValue),
        ["two seconds of nanoseconds"] = Change(customer => customer.RegisteredAt.Instant.Nanos = 2_000_000_000),
        ["offset of many years"] = Change(customer => customer.RegisteredAt.OffsetMinutes = int.MinValue),
    };

    private static readonly Dictionary<string, Action<OrderMessage>> InvalidOrders = new()
    {
        ["no total"] = order => order.Total = null,
        ["29 decimals"] = order => order.Total.Scale = 29,
        ["smallest number"] = order => order.Total.Unscaled = long.MinValue,
    };

    [Fact]
    public void InvalidCustomer_Parse_IsAnInvalidBody()
    {
        foreach (var (name, bytes) in InvalidCustomers)
            ShouldBeInvalid(() => ProtobufDocuments.Parse<Customer>(bytes), name);
    }

    [Fact]
    public void InvalidOrder_Parse_IsAnInvalidBody()
    {
        foreach (var (name, change) in InvalidOrders)
        {
            var message = (OrderMessage)ProtobufEncoding.CreateMessage(BackendDocuments.GetOrder(1, 11));
            change(message);

            ShouldBeInvalid(() => ProtobufDocuments.Parse<Order>(message.ToByteArray()), name);
        }
    }

    [Fact]
    public void UnknownField_Parse_IsIgnored() =>
        ProtobufDocuments.Parse<Customer>([.. Change(_ => { }), 0xA0, 0x06, 0x01]).Id.ShouldBe(1);

    private static void ShouldBeInvalid(Action parse, string name) =>
        ClientExceptionMapper.Map(Should.Throw<Exception>(parse, name), BackendResource.Customer(1))
            .ShouldNotBeNull(name).Failure.ShouldBe(BackendFailure.InvalidBody, name);

    /// <summary>Returns the message of the first customer after a change.</summary>
    private static byte[] Change(Action<CustomerMessage> change)
    {
        var message = (CustomerMessage)ProtobufEncoding.CreateMessage(BackendDocuments.GetCustomer(1));
        change(message);
        return message.ToByteArray();
    }
}
