using System.Net;
using Microsoft.AspNetCore.Http;

namespace FrontendApi.Tests.Backend;

/// <summary>What reading headers first asks of who does it. Reis, 2021 (C3, C4).</summary>
public sealed class HeldConnectionTests
{
    private const int LongBody = 64 * 1024 * 1024;
    private const int Piece = 64 * 1024;

    [Theory]
    [InlineData(HttpCompletionOption.ResponseHeadersRead, false)]
    [InlineData(HttpCompletionOption.ResponseContentRead, true)]
    public async Task Response_NotDisposed_KeepsItsConnectionUnlessItWasBuffered(HttpCompletionOption completion, bool isFree)
    {
        await using var backend = await StubBackend.StartAsync(async context => await SendAsync(context, 1_000_000));
        using var client = Client(backend, connections: 1);
        var kept = await client.GetAsync("/kept", completion, TestContext.Current.CancellationToken);

        var next = client.GetAsync("/next", TestContext.Current.CancellationToken);

        if (isFree)
        {
            (await next).Dispose();
        }
        else
        {
            // Others are answered meanwhile, over a connection of their own.
            using var other = Client(backend, connections: 1);
            for (var i = 0; i < 20; i++)
                (await other.GetAsync("/other", TestContext.Current.CancellationToken)).Dispose();
            next.IsCompleted.ShouldBeFalse();
            backend.Requests.ShouldNotContain("/next");
        }

        kept.Dispose();
        (await next).StatusCode.ShouldBe(HttpStatusCode.OK);
        backend.Requests.ShouldContain("/next");
    }

    [Theory]
    [InlineData(HttpCompletionOption.ResponseContentRead, true)]
    [InlineData(HttpCompletionOption.ResponseHeadersRead, false)]
    public async Task FailuresLongBody_IfItIsNotRead_IsNotSentEither(HttpCompletionOption completion, bool isWhole)
    {
        var sent = new TaskCompletionSource<long>();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            context.Response.StatusCode = 500;
            sent.SetResult(await SendAsync(context, LongBody, isWhole));
        });
        using var client = Client(backend, connections: 1);

        using (var answer = await client.GetAsync("/", completion, TestContext.Current.CancellationToken))
            answer.StatusCode.ShouldBe(HttpStatusCode.InternalServerError);

        (await sent.Task.WaitAsync(TestContext.Current.CancellationToken)).ShouldBe(isWhole ? LongBody : LongBody / 4);
    }

    private static HttpClient Client(StubBackend backend, int connections) =>
        new(new SocketsHttpHandler { MaxConnectionsPerServer = connections }) { BaseAddress = new(backend.Address) };

    /// <summary>What is sent on a connection that has been closed is thrown away, until the server hears of it.</summary>
    /// <returns>How much was sent: all of it, or a quarter and then no more, because the connection was closed.</returns>
    private static async Task<long> SendAsync(HttpContext context, int bytes, bool isWhole = true)
    {
        var closed = new TaskCompletionSource();
        await using var registration = context.RequestAborted.Register(closed.SetResult);
        var sent = 0L;
        for (; sent < bytes; sent += Piece)
        {
            if (!isWhole && sent == bytes / 4)
            {
                await closed.Task.WaitAsync(TestContext.Current.CancellationToken);
                break;
            }

            await context.Response.Body.WriteAsync(new byte[Piece]);
        }

        return sent;
    }
}
