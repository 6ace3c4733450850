using FrontendApi.Backend.Messages;
using Google.Protobuf;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that bytes that are no message, and messages with values that .NET cannot represent, are invalid bodies.
/// </summary>
public sealed class ProtobufDocumentTests
{
    [Fact]
    public void InvalidMessages_Parse_AreInvalidBodies()
    {
        var customer = Change(BackendDocuments.GetCustomer(1), (CustomerMessage _) => { });
        ShouldBeInvalid<Customer>("JSON", System.Text.Encoding.UTF8.GetBytes(BackendDocuments.GetCustomer(1)));
        ShouldBeInvalid<Customer>("cut off", customer[..40]);
        ShouldBeInvalid<Customer>("groups within groups",
            [.. customer, .. Enumerable.Repeat<byte[]>([0xA3, 0x06], 5_000).SelectMany(tag => tag)]);
        ShouldBeInvalidCustomer("no instant", message => message.RegisteredAt.Instant = null);
        ShouldBeInvalidCustomer("before the year 1", message => message.RegisteredAt.Instant.Seconds = long.MinValue);
        ShouldBeInvalidOrder("no total", message => message.Total = null);
        ShouldBeInvalidOrder("29 decimals", message => message.Total.Scale = 29);
        ProtobufDocuments.Parse<Customer>([.. customer, 0xA0, 0x06, 0x01]).Id.ShouldBe(1, "An unknown field is ignored.");
    }

    private static void ShouldBeInvalidCustomer(string name, Action<CustomerMessage> change) =>
        ShouldBeInvalid<Customer>(name, Change(BackendDocuments.GetCustomer(1), change));

    private static void ShouldBeInvalidOrder(string name, Action<OrderMessage> change) =>
        ShouldBeInvalid<Order>(name, Change(BackendDocuments.GetOrder(1, 11), change));

    private static void ShouldBeInvalid<T>(string name, byte[] bytes)
        where T : class =>
        ClientExceptionMapper.Map(
            Should.Throw<Exception>(() => ProtobufDocuments.Parse<T>(bytes), name), BackendResource.Customer(1))
            .ShouldNotBeNull(name).Failure.ShouldBe(BackendFailure.InvalidBody, name);

    private static byte[] Change<T>(string json, Action<T> change)
        where T : IMessage
    {
        var message = (T)ProtobufEncoding.CreateMessage(json);
        change(message);
        return message.ToByteArray();
    }
}
