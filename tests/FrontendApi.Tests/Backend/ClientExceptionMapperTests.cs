using System.Net.Sockets;
using Polly.CircuitBreaker;
using Polly.RateLimiting;
using Polly.Timeout;

namespace FrontendApi.Tests.Backend;

public sealed class ClientExceptionMapperTests
{
    private static readonly Dictionary<string, Exception> Exceptions = new()
    {
        // If a back-end resets a connection right after accepting it, HttpClient may throw this one as it is.
        ["socket"] = new SocketException((int)SocketError.NotConnected),
        ["breaker"] = new BrokenCircuitException(),
        ["rate limiter"] = new RateLimiterRejectedException(),
        ["attempt"] = new TimeoutRejectedException(TimeSpan.FromSeconds(10)),
    };

    [Theory]
    [InlineData("socket", 502, "The back-end cannot be reached", "connection_error")]
    [InlineData("breaker", 503, "The circuit breaker is open", "not_sent")]
    [InlineData("rate limiter", 503, "Too many calls are in progress", "not_sent")]
    [InlineData("attempt", 504, "The back-end was too slow", "timeout")]
    public void Map_ExceptionThatIsRare_HasStatusTitleAndOutcome(
        string exception, int status, string title, string outcome)
    {
        var failure = ClientExceptionMapper.Map(Exceptions[exception], BackendResource.Payload)
            .ShouldNotBeNull().Failure;

        (failure.Status, failure.Title, failure.Outcome).ShouldBe((status, title, outcome));
    }

    [Fact]
    public void Map_ExceptionOfTheFrontendItself_IsNoFailureOfTheBackend() =>
        ClientExceptionMapper.Map(new InvalidProgramException(), BackendResource.Payload).ShouldBeNull();
}
