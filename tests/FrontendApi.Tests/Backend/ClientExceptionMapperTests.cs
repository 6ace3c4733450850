using System.Net.Sockets;
using FrontendApi.Backend;
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
        ["breaker"] = new BrokenCircuitException("", TimeSpan.FromSeconds(7)),
        ["rate limiter"] = new RateLimiterRejectedException(),
        ["attempt"] = new TimeoutRejectedException(TimeSpan.FromSeconds(10)),
    };

    [Theory]
    [InlineData("socket", "connection_error", null)]
    [InlineData("breaker", "not_sent", 7)]
    [InlineData("rate limiter", "not_sent", null)]
    [InlineData("attempt", "timeout", null)]
    public void Map_ExceptionThatIsRare_HasOutcomeAndTimeToWait(string exception, string outcome, int? retryAfter)
    {
        var mapped = ClientExceptionMapper.Map(Exceptions[exception], BackendResource.Payload).ShouldNotBeNull();

        mapped.OutcomeLabel.ShouldBe(outcome);
        mapped.RetryAfter.ShouldBe(retryAfter is { } seconds ? TimeSpan.FromSeconds(seconds) : null);
    }

    [Fact]
    public void Map_ExceptionOfTheFrontendItself_IsNoFailureOfTheBackend() =>
        ClientExceptionMapper.Map(new InvalidProgramException(), BackendResource.Payload).ShouldBeNull();
}
