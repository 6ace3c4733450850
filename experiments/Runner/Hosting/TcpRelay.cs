using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using TwoTier.Load.Engine;

namespace Experiments.Hosting;

/// <summary>
/// Relays connections to a service, each way as late as the network of a distance would. Silenced connections stay open
/// and carry nothing any more, like those to a machine that was unplugged; new connections are relayed. Several
/// services get new connections in turn.
/// </summary>
internal sealed class TcpRelay : IDisposable
{
    private readonly TcpListener _listener;
    private Uri[] _services;
    private readonly long _oneWay;
    private int _silenced;

    public TcpRelay(Uri service, TimeSpan oneWay = default, int port = 0)
    {
        (_services, _listener) = ([service], new TcpListener(IPAddress.Loopback, port));
        _oneWay = (long)(oneWay.TotalSeconds * Stopwatch.Frequency);
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>The address. Its scheme and host are those of the service, for TLS.</summary>
    public Uri Address => new UriBuilder(_services[0]) { Port = ((IPEndPoint)_listener.LocalEndpoint).Port }.Uri;

    /// <summary>Gives this service its share of the new connections. Open ones stay where they are.</summary>
    public void Add(Uri service) => Volatile.Write(ref _services, [.. _services, service]);

    public void SilenceOpenConnections() => Interlocked.Increment(ref _silenced);

    public void Dispose() => _listener.Dispose();

    // After the listener is disposed, the exception of the last call is observed by nobody.
    private async Task AcceptAsync()
    {
        for (var accepted = 0; ; accepted++)
        {
            var client = await _listener.AcceptTcpClientAsync();
            var services = Volatile.Read(ref _services);
            _ = RelayAsync(client, services[accepted % services.Length]);
        }
    }

    private async Task RelayAsync(TcpClient client, Uri service)
    {
        // The kernel opens a connection to this relay at once. Over a distance, that takes a round trip, and the client
        // sends nothing before.
        var opened = Stopwatch.GetTimestamp() + (2 * _oneWay);
        using (client)
        using (var server = new TcpClient(service.Host, service.Port) { NoDelay = client.NoDelay = true })
        {
            var (inner, outer, before) = (server.GetStream(), client.GetStream(), _silenced);
            await Task.WhenAny(
                CopyAsync(outer, inner, before, opened), CopyAsync(inner, outer, before, opened));
        }
    }

    // The chunks are read at once and delivered when they are due, so that a distance does not limit the throughput.
    // The end of a stream, an empty chunk, is as late as the others.
    private async Task CopyAsync(NetworkStream from, NetworkStream to, int before, long opened)
    {
        using var chunks = new BlockingCollection<(byte[] Bytes, long Due)>();
        // A thread of its own sleeps to some tenths of a millisecond; Task.Delay is late by milliseconds.
        var delivery = Task.Factory.StartNew(() =>
        {
            foreach (var (bytes, due) in chunks.GetConsumingEnumerable())
            {
                while (Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due) is { Ticks: > 0 } left)
                    PreciseSleep.Sleep(left);
                if (before == Volatile.Read(ref _silenced))
                    to.Write(bytes);
            }
        }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        var (buffer, read) = (new byte[65_536], 1);
        try
        {
            while (read > 0 && !delivery.IsCompleted)
            {
                read = await from.ReadAsync(buffer);
                chunks.Add((buffer[..read], Math.Max(Stopwatch.GetTimestamp(), opened) + _oneWay));
            }
        }
        finally
        {
            chunks.CompleteAdding();
            await delivery;
        }
    }
}
