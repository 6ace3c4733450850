using FrontendApi.Backend.Messages;
using Google.Protobuf;

namespace FrontendApi.Tests.Backend;

public sealed class ProtobufDocumentTests
{
    private static readonly string Customer = BackendDocuments.GetCustomer(1);

    /// <summary>Bytes that are no message, and messages with values that .NET cannot represent.</summary>
    [Fact]
    public void InvalidMessages_Parse_AreInvalidBodies()
    {
        var customer = Change<CustomerMessage>(Customer, _ => { });
        ShouldBeInvalid<Customer>(Encoding.UTF8.GetBytes(Customer));
        ShouldBeInvalid<Customer>(customer[..40]);
        ShouldBeInvalid<Customer>([.. customer, .. Enumerable.Repeat<byte[]>([0xA3, 0x06], 5_000).SelectMany(tag => tag)]);
        ShouldBeInvalid<Customer>(Change<CustomerMessage>(Customer, message => message.RegisteredAt.Instant = null));
        ShouldBeInvalid<Customer>(
            Change<CustomerMessage>(Customer, message => message.RegisteredAt.Instant.Seconds = long.MinValue));
        ShouldBeInvalid<Order>(
            Change<OrderMessage>(BackendDocuments.GetOrder(1, 11), message => message.Total.Scale = 29));
        ProtobufDocuments.Parse<Customer>([.. customer, 0xA0, 0x06, 0x01]).Id.ShouldBe(1, "An unknown field is ignored.");
    }

    private static void ShouldBeInvalid<T>(byte[] bytes)
        where T : class =>
        ClientExceptionMapper.Map(
            Should.Throw<Exception>(() => ProtobufDocuments.Parse<T>(bytes)), BackendResource.Customer(1))
            .ShouldNotBeNull().Failure.ShouldBe(BackendFailure.InvalidBody);

    private static byte[] Change<T>(string json, Action<T> change)
        where T : IMessage
    {
        var message = (T)ProtobufEncoding.CreateMessage(json);
        change(message);
        return message.ToByteArray();
    }
}
