using Testbed.Messages;

namespace FrontendApi.Tests.Backend;

public sealed class ProtobufDocumentTests
{
    /// <summary>Messages without a part, and with values that .NET cannot represent.</summary>
    [Fact]
    public void InvalidMessages_Create_AreInvalidBodies()
    {
        var valid = new TimeMessage { Instant = new() { Seconds = 1 } };
        ProtobufDocuments.Create(new CustomerMessage { Id = 1, Address = new(), RegisteredAt = valid }).Id.ShouldBe(1);
        ShouldBeInvalid(() => ProtobufDocuments.Create(new CustomerMessage { Id = 1, RegisteredAt = valid }));
        TimeMessage[] times = [new(), new() { Instant = new() { Seconds = long.MinValue } }];
        foreach (var time in times)
        {
            ShouldBeInvalid(() => ProtobufDocuments.Create(
                new CustomerMessage { Id = 1, Address = new(), RegisteredAt = time }));
        }

        ShouldBeInvalid(() => ProtobufDocuments.Create(new OrderMessage
        {
            Id = 11,
            CustomerId = 1,
            PlacedAt = valid,
            Total = new() { Unscaled = 2500, Scale = 29 },
        }));
    }

    private static void ShouldBeInvalid(Func<object> create) =>
        ClientExceptionMapper.Map(Should.Throw<Exception>(create), BackendResource.Customer(1))
            .ShouldNotBeNull().Failure.ShouldBe(BackendFailure.InvalidBody);
}
