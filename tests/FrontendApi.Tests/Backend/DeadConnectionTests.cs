namespace FrontendApi.Tests.Backend;

/// <summary>Tests connections to the back-end that die without a sign.</summary>
public sealed class DeadConnectionTests
{
    /// <summary>
    /// The call on the dead connection fails as soon as no ping is answered, long before its time limit, and later
    /// calls use a new connection.
    /// </summary>
    [Theory]
    [InlineData("2")]
    [InlineData("2-multi")]
    public async Task Http2ConnectionFallsSilent_GetCustomer_FailsOnceAndThenUsesANewConnection(string http)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync, HttpProtocols.Http2);
        await using var relay = new SilentRelay(backend.Address);
        await using var frontend = new FrontendUnderTest(
            FrontendUnderTest.NoBackend, ("Backend:Http2Address", relay.Address), ("Backend:Timeout", "00:00:50"));
        var path = $"/api/customer/1?http={http}";
        await frontend.GetBodyAsync(path);
        relay.SilenceOpenConnections();

        await frontend.GetProblemAsync(path, 502, "The back-end cannot be reached");

        await frontend.GetBodyAsync(path);
    }

    /// <summary>With .NET 10, a connection without a free stream gets no pings.</summary>
    [Fact]
    public async Task Http2ConnectionFallsSilent_MoreCallersThanStreams_GetResponsesAgain()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync, HttpProtocols.Http2);
        await using var relay = new SilentRelay(backend.Address);
        await using var frontend = new FrontendUnderTest(
            FrontendUnderTest.NoBackend, ("Backend:Http2Address", relay.Address), ("Backend:Timeout", "00:00:50"));
        await frontend.GetBodyAsync("/api/customer/1?http=2");
        relay.SilenceOpenConnections();

        var responses = await Task.WhenAll(
            Enumerable.Range(0, 150).Select(_ => frontend.GetAsync("/api/customer/1?http=2")));

        responses.ShouldAllBe(response => response.Status == 200 || response.Status == 502);
        responses.ShouldContain(response => response.Status == 200);
    }
}
