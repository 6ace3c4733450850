using Polly.RateLimiting;

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

    private static BackendFailure? Map(Exception exception) =>
        ClientExceptionMapper.Map(exception, BackendResource.Payload)?.Failure;
}
