using System.Net.Sockets;
using FrontendApi.Backend;

namespace FrontendApi.Tests.Backend;

public sealed class ClientExceptionMapperTests
{
    // If a back-end resets a connection right after accepting it, HttpClient may throw a bare SocketException that is
    // not wrapped in an HttpRequestException.
    [Fact]
    public void Map_BareSocketException_IsConnectionFailure()
    {
        var exception = new SocketException((int)SocketError.NotConnected);

        var mapped = ClientExceptionMapper.Map(exception, BackendResource.Payload);

        mapped.ShouldNotBeNull().Failure.ShouldBe(BackendFailure.Connection);
        mapped.IsTransient.ShouldBeTrue();
        mapped.FailedCallHadNoEffect.ShouldBeTrue("HttpClient throws the exception before it sends the request.");
    }
}
