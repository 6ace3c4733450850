using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace EndToEnd.Tests;

/// <summary>What a back-end sees of a call that its caller gives up. Byterot, 2014 (A9).</summary>
public sealed class CancelledCallTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(HttpProtocols.Http1, true)]
    [InlineData(HttpProtocols.Http2, false)]
    public async Task CancelledCall_OfHttpClient_EndsTheConnectionOverHttp1Only(HttpProtocols protocol, bool endsConnection)
    {
        await using var backend = await Backend.StartAsync(protocol);
        using var client = ClientOf(backend, protocol);
        using var cancel = new CancellationTokenSource();
        var call = client.GetAsync("/slow", cancel.Token);
        var seen = await backend.NextAsync();

        await cancel.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => call);
        await seen.Aborted.WaitAsync(Token);
        (await client.GetAsync("/quick", Token)).EnsureSuccessStatusCode();
        var next = await backend.NextAsync();
        if (endsConnection)
        {
            await seen.Closed.WaitAsync(Token);
            next.Connection.ShouldNotBe(seen.Connection);
        }
        else
        {
            seen.Closed.IsCompleted.ShouldBeFalse("its stream is reset, and the others go on");
            next.Connection.ShouldBe(seen.Connection);
        }
    }

    /// <summary>Others that are under way on the connection are not in the least concerned.</summary>
    [Fact]
    public async Task CancelledCall_OverHttp2_LeavesTheOthersOfItsConnectionAlone()
    {
        await using var backend = await Backend.StartAsync(HttpProtocols.Http2);
        using var client = ClientOf(backend, HttpProtocols.Http2);
        using var cancel = new CancellationTokenSource();
        var cancelled = client.GetAsync("/slow", cancel.Token);
        var seen = await backend.NextAsync();
        var other = client.GetAsync("/slow", Token);
        var neighbour = await backend.NextAsync();

        await cancel.CancelAsync();

        await seen.Aborted.WaitAsync(Token);
        neighbour.Connection.ShouldBe(seen.Connection);
        backend.GoOn();
        (await other).EnsureSuccessStatusCode();
        neighbour.Aborted.IsCompleted.ShouldBeFalse();
        await Should.ThrowAsync<OperationCanceledException>(() => cancelled);
    }

#pragma warning disable SYSLIB0014 // WebClient is obsolete, and what the source measured.
    [Fact]
    public async Task CancelledCall_OfWebClient_IsNotSeen()
    {
        await using var backend = await Backend.StartAsync(HttpProtocols.Http1);
        using var client = new WebClient { BaseAddress = backend.Address.AbsoluteUri };
        var call = client.DownloadStringTaskAsync("/slow");
        var seen = await backend.NextAsync();

        client.CancelAsync();

        await Should.ThrowAsync<WebException>(() => call);
        // Somebody else has come and gone meanwhile, and it still is as it was.
        using var other = ClientOf(backend, HttpProtocols.Http1);
        (await other.GetAsync("/quick", Token)).EnsureSuccessStatusCode();
        seen.Aborted.IsCompleted.ShouldBeFalse();
        backend.GoOn();
        (await seen.Ended.WaitAsync(Token)).ShouldBeTrue("it was answered to the end, for nobody");
    }
#pragma warning restore SYSLIB0014

    /// <summary>
    /// The connection is closed in order, with a FIN; only what is sent to it after that is answered with a reset. The source
    /// speaks of a reset.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe first of")]
    public async Task CancelledCall_OnTheSocket_IsAFinAndAResetToWhatComesAfter(string sentBefore)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new HttpClient();
        using var cancel = new CancellationTokenSource();
        var call = client.GetStringAsync($"http://{listener.LocalEndpoint}/", cancel.Token);
        using var socket = await listener.AcceptSocketAsync(Token);
        var buffer = new byte[4096];
        (await socket.ReceiveAsync(buffer, Token)).ShouldBeGreaterThan(0);
        await socket.SendAsync(Encoding.ASCII.GetBytes(sentBefore), Token);

        await cancel.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => call);
        (await socket.ReceiveAsync(buffer, Token)).ShouldBe(0, "the end of the stream: a FIN");
        var reset = await Should.ThrowAsync<SocketException>(async () =>
        {
            while (true)
                await socket.SendAsync("more"u8.ToArray(), Token);
        });
        reset.SocketErrorCode.ShouldBeOneOf(SocketError.ConnectionReset, SocketError.Shutdown);
    }

    private static HttpClient ClientOf(Backend backend, HttpProtocols protocol) => new()
    {
        BaseAddress = backend.Address,
        DefaultRequestVersion = protocol is HttpProtocols.Http2 ? HttpVersion.Version20 : HttpVersion.Version11,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    /// <summary>One call, as the back-end sees it.</summary>
    /// <param name="Connection">The connection's id.</param>
    /// <param name="Aborted">When its caller is known to be gone.</param>
    /// <param name="Closed">When its connection is.</param>
    /// <param name="Ended">When it was answered; whether its caller was there to the end.</param>
    private sealed record Seen(string Connection, Task Aborted, Task Closed, Task<bool> Ended);

    private sealed class Backend : IAsyncDisposable
    {
        private readonly WebApplication _app;
        private readonly System.Threading.Channels.Channel<Seen> _calls = System.Threading.Channels.Channel.CreateUnbounded<Seen>();
        private readonly TaskCompletionSource _goOn = new();

        private Backend(HttpProtocols protocol)
        {
            var builder = WebApplication.CreateSlimBuilder();
            builder.Logging.ClearProviders();
            builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = protocol));
            _app = builder.Build();
            _app.Run(AnswerAsync);
        }

        public Uri Address => new(((IApplicationBuilder)_app).ServerFeatures.Get<IServerAddressesFeature>()!.Addresses.Single());

        public static async Task<Backend> StartAsync(HttpProtocols protocol)
        {
            var backend = new Backend(protocol);
            await backend._app.StartAsync(Token);
            return backend;
        }

        /// <summary>The next call that comes, or that came already.</summary>
        public Task<Seen> NextAsync() => _calls.Reader.ReadAsync(Token).AsTask();

        public void GoOn() => _goOn.TrySetResult();

        public async ValueTask DisposeAsync()
        {
            GoOn();
            await _app.StopAsync(CancellationToken.None);
            await _app.DisposeAsync();
        }

        private async Task AnswerAsync(HttpContext context)
        {
            var ended = new TaskCompletionSource<bool>();
            await _calls.Writer.WriteAsync(new(
                context.Connection.Id, When(context.RequestAborted), When(ClosedOf(context)), ended.Task), Token);
            if (context.Request.Path == "/slow")
                await Task.WhenAny(_goOn.Task, When(context.RequestAborted));
            await context.Response.WriteAsync("done", Token);
            ended.SetResult(!context.RequestAborted.IsCancellationRequested);
        }

        // Of the connection; a stream of HTTP/2 has a feature of its own, which ends with the stream.
        private static CancellationToken ClosedOf(HttpContext context) =>
            context.Features.GetRequiredFeature<IConnectionLifetimeFeature>().ConnectionClosed;

        private static Task When(CancellationToken token)
        {
            var cancelled = new TaskCompletionSource();
            token.Register(cancelled.SetResult);
            return cancelled.Task;
        }
    }
}
