namespace EndToEnd.Tests;

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
        await using var backend = new CountingBackend();
        using var relay = new TcpRelay(backend.Http2Address);
        await using var frontend = CreateFrontend(relay, "00:00:50");
        var path = $"/api/customer/1?http={http}";
        (await frontend.GetAsync(path)).Status.ShouldBe(200);
        relay.SilenceOpenConnections();

        var (status, body) = await frontend.GetAsync(path);

        (status, body.Contains("The back-end cannot be reached")).ShouldBe((502, true), body);
        (await frontend.GetAsync(path)).Status.ShouldBe(200);
    }

    /// <summary>
    /// .NET 10 sends no ping on a connection whose streams are all in use while a call waits for one
    /// (dotnet/runtime#120179, mended in .NET 11), so that only the time limit ends its calls.
    /// </summary>
    [Slow]
    [Fact]
    public async Task Http2ConnectionFallsSilent_MoreCallersThanStreams_FailAtTheirTimeLimit()
    {
        await using var backend = new CountingBackend(("Http2:MaxStreamsPerConnection", "1"));
        using var relay = new TcpRelay(backend.Http2Address);
        await using var frontend = CreateFrontend(relay, "00:00:08");
        (await frontend.GetAsync("/api/customer/1?http=2")).Status.ShouldBe(200);
        relay.SilenceOpenConnections();

        var answers = await Task.WhenAll(
            Enumerable.Range(0, 2).Select(_ => frontend.GetAsync("/api/customer/1?http=2")));

        answers.ShouldAllBe(answer => answer.Status == 504 && answer.Body.Contains("The back-end was too slow"));
    }

    private static ServiceFactory<FrontendMetrics> CreateFrontend(TcpRelay relay, string timeout) => new(
        ("Backend:BaseAddress", $"{relay.Address}"), ("Backend:Http2Address", $"{relay.Address}"),
        ("Backend:Timeout", timeout));
}
