using System.Text;
using Google.Protobuf;
using Testbed.Messages;

namespace FrontendApi.Tests.Backend;

public sealed class ProtobufDocumentTests
{
    /// <summary>Bytes that are no message, and messages with values that .NET cannot represent.</summary>
    [Fact]
    public void InvalidMessages_Parse_AreInvalidBodies()
    {
        var customer = CreateCustomer(_ => { });
        ShouldBeInvalid<Customer>(Encoding.UTF8.GetBytes(BackendDocuments.GetCustomer(1)));
        ShouldBeInvalid<Customer>(customer[..^5]);
        // Groups within groups.
        ShouldBeInvalid<Customer>([.. Enumerable.Range(0, 10_000).Select(i => (byte)(i % 2 is 0 ? 0xA3 : 0x06))]);
        ShouldBeInvalid<Customer>(CreateCustomer(message => message.RegisteredAt.Instant = null));
        ShouldBeInvalid<Customer>(CreateCustomer(message => message.RegisteredAt.Instant.Seconds = long.MinValue));
        ShouldBeInvalid<Order>(new OrderMessage
        {
            Id = 11,
            CustomerId = 1,
            PlacedAt = new() { Instant = new() { Seconds = 1 } },
            Total = new() { Unscaled = 2500, Scale = 29 },
        }.ToByteArray());
        ProtobufDocuments.Parse<Customer>([.. customer, 0xA0, 0x06, 0x01]).Id.ShouldBe(1, "An unknown field is ignored.");
    }

    private static void ShouldBeInvalid<T>(byte[] bytes)
        where T : class =>
        ClientExceptionMapper.Map(
            Should.Throw<Exception>(() => ProtobufDocuments.Parse<T>(bytes)), BackendResource.Customer(1))
            .ShouldNotBeNull().Failure.ShouldBe(BackendFailure.InvalidBody);

    private static byte[] CreateCustomer(Action<CustomerMessage> change)
    {
        var message = new CustomerMessage
        {
            Id = 1,
            Address = new(),
            RegisteredAt = new() { Instant = new() { Seconds = 1 } },
            OrderIds = { 11 },
        };
        change(message);
        return message.ToByteArray();
    }
}
