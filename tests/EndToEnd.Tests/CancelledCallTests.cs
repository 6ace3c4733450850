using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace EndToEnd.Tests;

/// <summary>
/// Tests what a back-end notices of a call that its caller cancels. Claim A9 of Byterot, 2014, asks how the connection
/// of such a call ends.
/// </summary>
public sealed class CancelledCallTests
{
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(10);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(HttpProtocols.Http1, true)]
    [InlineData(HttpProtocols.Http2, false)]
    public async Task HttpClientCallCancelled_Connection_IsClosedOverHttp1Only(
        HttpProtocols protocol, bool endsConnection)
    {
        await using var backend = await Backend.StartAsync(protocol);
        using var client = CreateClient(backend, protocol);
        using var cancel = new CancellationTokenSource();
        var call = client.GetAsync("/slow", cancel.Token);
        var seen = await backend.ReceiveAsync();

        await cancel.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => call);
        await seen.Aborted.WaitAsync(WaitLimit, Token);
        (await client.GetAsync("/quick", Token)).EnsureSuccessStatusCode();
        var next = await backend.ReceiveAsync();
        if (endsConnection)
        {
            await seen.Closed.WaitAsync(WaitLimit, Token);
            next.Connection.ShouldNotBe(seen.Connection);
        }
        else
        {
            seen.Closed.IsCompleted.ShouldBeFalse("only the stream is reset");
            next.Connection.ShouldBe(seen.Connection);
        }
    }

    [Fact]
    public async Task Http2CallCancelled_OtherCallsOnSameConnection_Continue()
    {
        await using var backend = await Backend.StartAsync(HttpProtocols.Http2);
        using var client = CreateClient(backend, HttpProtocols.Http2);
        using var cancel = new CancellationTokenSource();
        var cancelled = client.GetAsync("/slow", cancel.Token);
        var seen = await backend.ReceiveAsync();
        var other = client.GetAsync("/slow", Token);
        var neighbour = await backend.ReceiveAsync();

        await cancel.CancelAsync();

        await seen.Aborted.WaitAsync(WaitLimit, Token);
        neighbour.Connection.ShouldBe(seen.Connection);
        backend.ReleaseResponse();
        (await other).EnsureSuccessStatusCode();
        neighbour.Aborted.IsCompleted.ShouldBeFalse();
        await Should.ThrowAsync<OperationCanceledException>(() => cancelled);
    }

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but Byterot's article measured it.
    [Fact]
    public async Task WebClientCallCancelled_Backend_DoesNotNotice()
    {
        await using var backend = await Backend.StartAsync(HttpProtocols.Http1);
        using var client = new WebClient { BaseAddress = backend.Address.AbsoluteUri };
        var call = client.DownloadStringTaskAsync("/slow");
        var seen = await backend.ReceiveAsync();

        client.CancelAsync();

        await Should.ThrowAsync<WebException>(() => call);
        // By the time another call completes, the back-end has not noticed that the first call was cancelled.
        using var other = CreateClient(backend, HttpProtocols.Http1);
        (await other.GetAsync("/quick", Token)).EnsureSuccessStatusCode();
        seen.Aborted.IsCompleted.ShouldBeFalse();
        backend.ReleaseResponse();
        (await seen.Ended.WaitAsync(WaitLimit, Token))
            .ShouldBeTrue("The server should complete the call, although no client reads the response.");
    }
#pragma warning restore SYSLIB0014

    /// <summary>
    /// A client that cancels a call closes the connection in order, with a FIN. Only data that the server sends
    /// afterwards causes the reset that Byterot's article reported.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe first of")]
    public async Task HttpClientCallCancelled_ServerSocket_ReceivesFinAndThenReset(string sentBefore)
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
        (await socket.ReceiveAsync(buffer, Token)).ShouldBe(0, "a FIN ends the stream");
        var error = SocketError.Success;
        await Eventually.WaitUntilAsync(async () => (error = await TrySendAsync(socket)) is not SocketError.Success);
        error.ShouldBeOneOf(SocketError.ConnectionReset, SocketError.Shutdown);
    }

    private static async Task<SocketError> TrySendAsync(Socket socket)
    {
        try
        {
            await socket.SendAsync("more"u8.ToArray(), Token);
            return SocketError.Success;
        }
        catch (SocketException e)
        {
            return e.SocketErrorCode;
        }
    }

    private static HttpClient CreateClient(Backend backend, HttpProtocols protocol) => new()
    {
        BaseAddress = backend.Address,
        DefaultRequestVersion = protocol is HttpProtocols.Http2 ? HttpVersion.Version20 : HttpVersion.Version11,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };

    /// <summary>The events of a call that the back-end received.</summary>
    /// <param name="Connection">The id of the connection over which the call arrived.</param>
    /// <param name="Aborted">
    /// A task that completes when the back-end notices that the caller has cancelled the call.
    /// </param>
    /// <param name="Closed">A task that completes when the connection is closed.</param>
    /// <param name="Ended">
    /// A task that completes when the back-end has answered the call. The result is true if the back-end had not
    /// noticed a cancellation by then.
    /// </param>
    private sealed record ReceivedCall(string Connection, Task Aborted, Task Closed, Task<bool> Ended);

    private sealed class Backend : IAsyncDisposable
    {
        private readonly WebApplication _app;
        private readonly Channel<ReceivedCall> _calls = Channel.CreateUnbounded<ReceivedCall>();
        private readonly TaskCompletionSource _responseReleased = new();

        private Backend(HttpProtocols protocol)
        {
            var builder = WebApplication.CreateSlimBuilder();
            builder.Logging.ClearProviders();
            builder.WebHost.ConfigureKestrel(
                kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = protocol));
            _app = builder.Build();
            _app.Run(AnswerAsync);
        }

        public Uri Address =>
            new(((IApplicationBuilder)_app).ServerFeatures.Get<IServerAddressesFeature>()!.Addresses.Single());

        public static async Task<Backend> StartAsync(HttpProtocols protocol)
        {
            var backend = new Backend(protocol);
            await backend._app.StartAsync(Token);
            return backend;
        }

        /// <summary>
        /// Gets the next call that the back-end receives, or the oldest one that has already arrived.
        /// </summary>
        public Task<ReceivedCall> ReceiveAsync() => _calls.Reader.ReadAsync(Token).AsTask().WaitAsync(WaitLimit);

        public void ReleaseResponse() => _responseReleased.TrySetResult();

        public async ValueTask DisposeAsync()
        {
            ReleaseResponse();
            await _app.StopAsync(CancellationToken.None);
            await _app.DisposeAsync();
        }

        private async Task AnswerAsync(HttpContext context)
        {
            var ended = new TaskCompletionSource<bool>();
            await _calls.Writer.WriteAsync(new(
                context.Connection.Id,
                WaitForCancellation(context.RequestAborted),
                WaitForCancellation(GetConnectionClosedToken(context)),
                ended.Task), Token);
            if (context.Request.Path == "/slow")
                await Task.WhenAny(_responseReleased.Task, WaitForCancellation(context.RequestAborted));
            await context.Response.WriteAsync("done", Token);
            ended.SetResult(!context.RequestAborted.IsCancellationRequested);
        }

        // The token belongs to the connection, because the cancellation token of an HTTP/2 request ends with the stream
        // of the request.
        private static CancellationToken GetConnectionClosedToken(HttpContext context) =>
            context.Features.GetRequiredFeature<IConnectionLifetimeFeature>().ConnectionClosed;

        private static Task WaitForCancellation(CancellationToken token)
        {
            var cancelled = new TaskCompletionSource();
            token.Register(cancelled.SetResult);
            return cancelled.Task;
        }
    }
}
