using System.Net;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests what a caller of HttpClient must do with a response if it reads the headers first. The claims are C3 and C4 in
/// docs/claims.md, from Reis, 2021.
/// </summary>
public sealed class HeldConnectionTests
{
    private const int LongBody = 64 * 1024 * 1024;
    private const int ChunkSize = 64 * 1024;

    [Fact]
    public async Task BufferedResponseNotDisposed_NextRequest_ReusesTheConnection()
    {
        await using var backend = await StubBackend.StartAsync(async context => await SendAsync(context, 1_000_000));
        using var client = CreateClient(backend);
        using var kept = await client.GetAsync(
            "/kept", HttpCompletionOption.ResponseContentRead, TestContext.Current.CancellationToken);

        using var next = await client.GetAsync("/next", TestContext.Current.CancellationToken);

        next.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task StreamedResponseNotDisposed_NextRequest_WaitsForTheConnection()
    {
        await using var backend = await StubBackend.StartAsync(async context => await SendAsync(context, 1_000_000));
        using var client = CreateClient(backend);
        var kept = await client.GetAsync(
            "/kept", HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);

        var next = client.GetAsync("/next", TestContext.Current.CancellationToken);

        // While one client keeps a response open, the back-end serves another client, which has a separate connection.
        using var other = CreateClient(backend);
        for (var i = 0; i < 20; i++)
            (await other.GetAsync("/other", TestContext.Current.CancellationToken)).Dispose();
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

        using (var response = await client.GetAsync("/", completion, TestContext.Current.CancellationToken))
            response.StatusCode.ShouldBe(HttpStatusCode.InternalServerError);

        (await sent.Task.WaitAsync(TestContext.Current.CancellationToken))
            .ShouldBe(isBuffered ? LongBody : LongBody / 4);
    }

    private static HttpClient CreateClient(StubBackend backend) =>
        new(new SocketsHttpHandler { MaxConnectionsPerServer = 1 }) { BaseAddress = new(backend.Address) };

    /// <summary>
    /// Sends a response body. If <paramref name="toTheEnd"/> is false, sends only a quarter of the body and waits until
    /// the connection is closed: bytes that the server sends before it notices the close would be counted, although the
    /// client discards them.
    /// </summary>
    /// <returns>The number of bytes of the body that were sent.</returns>
    private static async Task<long> SendAsync(HttpContext context, int bytes, bool toTheEnd = true)
    {
        var closed = new TaskCompletionSource();
        await using var registration = context.RequestAborted.Register(closed.SetResult);
        var sent = 0L;
        for (; sent < bytes; sent += ChunkSize)
        {
            if (!toTheEnd && sent == bytes / 4)
            {
                await closed.Task.WaitAsync(TestContext.Current.CancellationToken);
                break;
            }

            await context.Response.Body.WriteAsync(new byte[ChunkSize]);
        }

        return sent;
    }
}
