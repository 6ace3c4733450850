namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests what a caller of HttpClient must do with a response if it reads the headers first. The claims are C3 and C4 in
/// docs/claims.md, from Reis, 2021.
/// </summary>
public sealed class HeldConnectionTests
{
    private const int LongBody = 16 * 1024 * 1024;
    private const int ChunkSize = 64 * 1024;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task BufferedResponseNotDisposed_NextRequest_ReusesTheConnection()
    {
        await using var backend = await StubBackend.StartAsync(async context => await SendAsync(context, 1_000_000));
        using var client = CreateClient(backend);
        using var kept = await client.GetAsync("/kept", HttpCompletionOption.ResponseContentRead, Token);

        using var next = await client.GetAsync("/next", Token);

        next.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task StreamedResponseNotDisposed_NextRequest_WaitsForTheConnection()
    {
        await using var backend = await StubBackend.StartAsync(async context => await SendAsync(context, 1_000_000));
        using var client = CreateClient(backend);
        var kept = await client.GetAsync("/kept", HttpCompletionOption.ResponseHeadersRead, Token);

        var next = client.GetAsync("/next", Token);

        // While one client keeps a response open, the back-end serves another client, which has a separate connection.
        using var other = CreateClient(backend);
        for (var i = 0; i < 20; i++)
            (await other.GetAsync("/other", Token)).Dispose();
        next.IsCompleted.ShouldBeFalse();
        backend.Requests.ShouldNotContain("/next");
        kept.Dispose();
        (await next).StatusCode.ShouldBe(HttpStatusCode.OK);
        backend.Requests.ShouldContain("/next");
    }

    [Theory]
    [InlineData(HttpCompletionOption.ResponseContentRead, true)]
    [InlineData(HttpCompletionOption.ResponseHeadersRead, false)]
    public async Task FailedResponseWithLongBody_Dispose_StopsTheBodyUnlessBuffered(
        HttpCompletionOption completion, bool isBuffered)
    {
        var sent = new TaskCompletionSource<long>();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            context.Response.StatusCode = 500;
            sent.SetResult(await SendAsync(context, LongBody, isBuffered));
        });
        using var client = CreateClient(backend);

        using (var response = await client.GetAsync("/", completion, Token))
            response.StatusCode.ShouldBe(HttpStatusCode.InternalServerError);

        (await sent.Task.WaitAsync(Token)).ShouldBe(isBuffered ? LongBody : LongBody / 4);
    }

    private static HttpClient CreateClient(StubBackend backend) =>
        new(new SocketsHttpHandler { MaxConnectionsPerServer = 1 }) { BaseAddress = new(backend.Address) };

    /// <summary>
    /// Sends a body, or only a quarter of it until the connection is closed: bytes that the server sends before it
    /// notices the close would be counted, although the client discards them. Returns the number of bytes.
    /// </summary>
    private static async Task<long> SendAsync(HttpContext context, int bytes, bool toTheEnd = true)
    {
        var closed = new TaskCompletionSource();
        await using var registration = context.RequestAborted.Register(closed.SetResult);
        var sent = 0L;
        for (; sent < (toTheEnd ? bytes : bytes / 4); sent += ChunkSize)
            await context.Response.Body.WriteAsync(new byte[ChunkSize]);
        if (!toTheEnd)
            await closed.Task.WaitAsync(Token);
        return sent;
    }
}
