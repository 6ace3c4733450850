using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace TwoTier.Load.Http.Connections;

/// <summary>Opens connections for the HTTP handlers, and measures how long that takes.</summary>
internal sealed class Connector(TimeProvider time, ClientOptions options)
{
    private readonly ConditionalWeakTable<HttpRequestMessage, ConnectTimes> _times = [];

    /// <summary>Resolves the host name and establishes the TCP connection.</summary>
    public async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken stop)
    {
        var started = time.GetTimestamp();
        var socket = await ConnectSocketAsync(context.DnsEndPoint, stop);
        try
        {
            var connected = time.GetTimestamp();
            if (ConnectionOpeningRequest.Find(context.InitialRequestMessage) is { } opening)
                await opening.HoldConnectionAsync();
            var times = new ConnectTimes(started, connected, time.GetTimestamp());
            _times.AddOrUpdate(context.InitialRequestMessage, times);
            return new SocketStream(new NetworkStream(socket, ownsSocket: true));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Resolves the host name in a URL and opens the TCP connection, or that to the Unix socket.</summary>
    public async Task<Socket> ConnectSocketAsync(DnsEndPoint url, CancellationToken stop)
    {
        var socket = CreateSocket();
        try
        {
            await socket.ConnectAsync(options.GetEndPoint(url), stop);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Gets the times of a connection that is ready for its first request: after the TLS handshake, if there is one.
    /// </summary>
    public ConnectionOpening GetOpening(SocketsHttpPlaintextStreamFilterContext context)
    {
        if (!_times.TryGetValue(context.InitialRequestMessage, out var times))
            return new ConnectionOpening(TimeSpan.Zero, null);
        TimeSpan? tls = context.PlaintextStream is SocketStream ? null : time.GetElapsedTime(times.Continued);
        return new ConnectionOpening(time.GetElapsedTime(times.Started, times.Connected), tls);
    }

    private Socket CreateSocket() => options.UnixSocket is null
        ? new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true }
        : new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    private sealed record ConnectTimes(long Started, long Connected, long Continued);
}
