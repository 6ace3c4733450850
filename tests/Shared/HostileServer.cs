using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Testing;

/// <summary>A server of TCP, or of TLS if it has a certificate, with which a test can violate HTTP.</summary>
internal sealed class HostileServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Func<HostileConnection, Task> _handle;
    private readonly X509Certificate2? _certificate;
    private readonly Task _accepting;

    public HostileServer(Func<HostileConnection, Task> handle, X509Certificate2? certificate = null)
    {
        (_handle, _certificate) = (handle, certificate);
        _listener.Start(backlog: 1000);
        _accepting = AcceptAsync();
    }

    public string Authority => _listener.LocalEndpoint.ToString()!;

    public string Url => $"{(_certificate is null ? "http" : "https")}://{Authority}/";

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        for (var number = 0; ; number++)
        {
            var socket = await _listener.AcceptSocketAsync(_stop.Token);
            _ = HandleAsync(socket, number);
        }
    }

    private async Task HandleAsync(Socket socket, int number)
    {
        using (socket)
        {
            try
            {
                Stream stream = new NetworkStream(socket);
                if (_certificate is not null)
                {
                    var tls = new SslStream(stream);
                    await tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions
                    {
                        ServerCertificate = _certificate,
                        ApplicationProtocols = [SslApplicationProtocol.Http2],
                    });
                    stream = tls;
                }

                await _handle(new HostileConnection(socket, stream, number, _stop.Token));
            }
            catch (Exception e) when (e is IOException or SocketException or OperationCanceledException)
            {
                // A handler may fail because the client has closed the connection or because the test has ended.
            }
        }
    }
}

/// <summary>What follows a hostile response: nothing, the end of the stream (FIN), or a reset (RST).</summary>
internal enum HostileEnding
{
    None,
    Closed,
    Reset,
}

/// <summary>A connection that a <see cref="HostileServer"/> has accepted.</summary>
internal sealed record HostileConnection(Socket Socket, Stream Stream, int Number, CancellationToken Stop)
{
    /// <summary>The first bytes of a record of 80 bytes.</summary>
    public static readonly byte[] StartOfTlsRecord = [0x17, 3, 3, 0, 80, 1, 2];

    private readonly List<byte> _received = [];

    /// <summary>Reads one request with its body, and returns its head.</summary>
    public async Task<string> ReadRequestAsync()
    {
        var buffer = new byte[4096];
        while (true)
        {
            var text = Encoding.Latin1.GetString([.. _received]);
            var end = text.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
            var body = text.Contains("Content-Length: 2\r\n", StringComparison.Ordinal) ? 2 : 0;
            if (end >= 4 && text.Length >= end + body)
            {
                _received.RemoveRange(0, end + body);
                return text[..end];
            }

            var read = await Stream.ReadAsync(buffer, Stop);
            if (read == 0)
                throw new IOException("closed");
            _received.AddRange(buffer[..read]);
        }
    }

    public Task SendAsync(string text) => Stream.WriteAsync(Encoding.Latin1.GetBytes(text), Stop).AsTask();

    public async Task SendForeverAsync(string text, TimeSpan pause = default)
    {
        while (true)
        {
            await SendAsync(text);
            await Task.Delay(pause, Stop);
        }
    }

    public async Task StaySilentAsync()
    {
        while (await Stream.ReadAsync(new byte[4096], Stop) > 0)
        {
        }
    }

    /// <summary>Ends a response, and serves the connection no longer unless it stays open.</summary>
    public async Task EndAsync(HostileEnding ending)
    {
        if (ending is HostileEnding.None)
            return;
        if (ending is HostileEnding.Reset)
            ResetAtEnd();
        else
            Socket.Shutdown(SocketShutdown.Send);
        if (ending is HostileEnding.Closed)
            await StaySilentAsync();
        throw new IOException("ended");
    }

    /// <summary>Aborts the connection (RST) instead of closing it (FIN) when the handler ends.</summary>
    public void ResetAtEnd() => Socket.LingerState = new LingerOption(true, 0);
}
