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

    /// <summary>
    /// .NET 10 sends no ping on a connection whose streams are all in use while a call waits for one
    /// (dotnet/runtime#120179, mended in .NET 11), so that only the time limit ends its calls.
    /// </summary>
    [Slow]
    [Fact]
    public async Task Http2ConnectionFallsSilent_MoreCallersThanStreams_FailAtTheirTimeLimit()
    {
        await using var backend = await StubBackend.StartAsync(
            BackendDocuments.SendAsync, HttpProtocols.Http2, streamsPerConnection: 1);
        await using var relay = new SilentRelay(backend.Address);
        await using var frontend = new FrontendUnderTest(
            FrontendUnderTest.NoBackend, ("Backend:Http2Address", relay.Address), ("Backend:Timeout", "00:00:08"));
        await frontend.GetBodyAsync("/api/customer/1?http=2");
        relay.SilenceOpenConnections();

        await Task.WhenAll(Enumerable.Range(0, 2).Select(
            _ => frontend.GetProblemAsync("/api/customer/1?http=2", 504, BackendFault.TooSlowTitle)));
    }
}
