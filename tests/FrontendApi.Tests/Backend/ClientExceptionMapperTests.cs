using Polly.RateLimiting;
using Testbed.Messages;

namespace FrontendApi.Tests.Backend;

public sealed class ClientExceptionMapperTests
{
    [Fact]
    public void Map_ExceptionThatIsRare_IsTheFailureOfTheReferencePage()
    {
        // If a back-end resets a connection right after accepting it, HttpClient may throw this one as it is.
        Map(new SocketException((int)SocketError.NotConnected)).ShouldBe(BackendFailure.Connection);
        Map(new RateLimiterRejectedException()).ShouldBe(BackendFailure.TooManyCalls);
        Map(new InvalidProgramException()).ShouldBeNull("It is a fault of the front-end itself.");
    }

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
        Map(Should.Throw<Exception>(create)).ShouldBe(BackendFailure.InvalidBody);

    private static BackendFailure? Map(Exception exception) =>
        ClientExceptionMapper.Map(exception, BackendResource.Payload, wasSent: true)?.Failure;
}
