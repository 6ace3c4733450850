using System.Net.Sockets;
using Polly.RateLimiting;

namespace FrontendApi.Tests.Backend;

public sealed class ClientExceptionMapperTests
{
    [Fact]
    public void Map_ExceptionThatIsRare_HasStatusTitleAndOutcome()
    {
        (Exception Exception, int Status, string Title, string Outcome)[] expected =
        [
            // If a back-end resets a connection right after accepting it, HttpClient may throw this one as it is.
            (new SocketException((int)SocketError.NotConnected), 502, "The back-end cannot be reached", "connection_error"),
            (new RateLimiterRejectedException(), 503, "Too many calls are in progress", "not_sent"),
        ];

        foreach (var (exception, status, title, outcome) in expected)
        {
            var failure = ClientExceptionMapper.Map(exception, BackendResource.Payload).ShouldNotBeNull().Failure;
            (failure.Status, failure.Title, failure.Outcome).ShouldBe((status, title, outcome));
        }

        ClientExceptionMapper.Map(new InvalidProgramException(), BackendResource.Payload)
            .ShouldBeNull("An exception of the front-end itself is no failure of the back-end.");
    }
}
