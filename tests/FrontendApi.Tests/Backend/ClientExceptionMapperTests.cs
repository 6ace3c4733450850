using System.Net.Sockets;
using FrontendApi.Backend;

namespace FrontendApi.Tests.Backend;

public sealed class ClientExceptionMapperTests
{
    // HttpClient lets this exception out as it is, without an HttpRequestException around it, if the back-end resets a
    // connection right after it has accepted it.
    [Fact]
    public void Map_BareSocketException_IsConnectionFailure()
    {
        var exception = new SocketException((int)SocketError.NotConnected);

        var mapped = ClientExceptionMapper.Map(exception, BackendResource.Payload);

        mapped.ShouldNotBeNull().Failure.ShouldBe(BackendFailure.Connection);
    }
}
