using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace TwoTier.Load.Http.Connections;

internal sealed record OpenedConnection(Socket Socket, Stream Stream, ConnectionOpening Opening);

/// <summary>Opens connections, through a proxy and with TLS if need be, and measures how long that takes.</summary>
internal sealed class Connector(TimeProvider time, ClientOptions options)
{
    private readonly string _credentials = options.Proxy is { UserInfo.Length: > 0 } proxy
        ? $"Proxy-Authorization: {UrlText.FormatBasicCredentials(proxy.UserInfo)}\r\n"
        : "";

    // To build the chain of a client certificate takes long.
    private readonly ConcurrentDictionary<(string, bool), SslClientAuthenticationOptions> _tlsOptions = [];

    public TimeProvider Time => time;

    /// <summary>The headers, as lines, of requests without TLS to the proxy; null if there is none.</summary>
    public string? ProxyHeaders => options.Proxy is null ? null : _credentials;

    public async Task<OpenedConnection> OpenAsync(ServerAddress server, bool isHttp2, CancellationToken stop)
    {
        var started = time.GetTimestamp();
        var socket = await ConnectAsync(
            options.Proxy is { } proxy
                ? new DnsEndPoint(proxy.IdnHost, proxy.Port)
                : new DnsEndPoint(server.Host, server.Port),
            stop);
        try
        {
            var connected = time.GetTimestamp();
            var connect = time.GetElapsedTime(started, connected);
            var stream = new NetworkStream(socket, ownsSocket: true);
            if (options.Proxy is not null && (server.IsTls || isHttp2))
                await OpenTunnelAsync(stream, server, stop);
            if (!server.IsTls)
                return new OpenedConnection(socket, stream, new ConnectionOpening(connect, null));
            var tls = await StartTlsAsync(stream, GetTlsOptions(server.Host, isHttp2), stop);
            return new OpenedConnection(socket, tls, new ConnectionOpening(connect, time.GetElapsedTime(connected)));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    public async Task<Socket> ConnectAsync(DnsEndPoint address, CancellationToken stop)
    {
        var socket = options.UnixSocket is null
            ? new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true }
            : new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(options.GetEndPoint(address), stop);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private SslClientAuthenticationOptions GetTlsOptions(string host, bool isHttp2) =>
        _tlsOptions.GetOrAdd((host, isHttp2), key => options.CreateTlsOptions(key.Item1, key.Item2));

    private async Task OpenTunnelAsync(NetworkStream stream, ServerAddress server, CancellationToken stop)
    {
        var authority = new UriBuilder("http", server.Host, server.Port).Uri.GetComponents(
            UriComponents.Host | UriComponents.StrongPort, UriFormat.UriEscaped);
        await stream.WriteAsync(
            Encoding.ASCII.GetBytes($"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n{_credentials}\r\n"), stop);

        // What follows the head belongs to the server.
        var (parser, head) = (new ResponseParser(), new List<byte>());
        parser.Start(isHead: true);
        for (var next = new byte[1]; !parser.IsComplete;)
        {
            if (await stream.ReadAsync(next, stop) == 0)
                throw new HttpIOException(HttpRequestError.ResponseEnded);
            head.Add(next[0]);
            head.RemoveRange(0, parser.Parse(head.ToArray(), null));
        }

        if (parser.Status is < 200 or >= 300)
        {
            throw new HttpRequestException(
                HttpRequestError.ProxyTunnelError, $"The proxy answered {parser.Status} to CONNECT {authority}");
        }
    }

    private static async Task<SslStream> StartTlsAsync(
        NetworkStream stream, SslClientAuthenticationOptions tlsOptions, CancellationToken stop)
    {
        var tls = new SslStream(stream);
        try
        {
            await tls.AuthenticateAsClientAsync(tlsOptions, stop);
            return tls;
        }
        catch (Exception e)
        {
            await tls.DisposeAsync();
            if (e is OperationCanceledException)
                throw;
            throw new HttpRequestException(HttpRequestError.SecureConnectionError, "The TLS handshake failed", e);
        }
    }
}
