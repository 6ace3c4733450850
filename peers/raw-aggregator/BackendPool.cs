using System.Buffers;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace RawAggregator;

/// <summary>The connections to the back-end. The one that was used last is used first.</summary>
internal sealed class BackendPool(IPEndPoint address, string host)
{
    private const int NotFound = 404;
    private const int BadGateway = 502;
    private readonly ConcurrentStack<BackendConnection> _idle = [];

    /// <summary>Reads a customer with its orders into a body, and returns the status for the caller.</summary>
    public async Task<int> ReadAsync(int id, ArrayBufferWriter<byte> body, CancellationToken cancellationToken)
    {
        var connection = await RentAsync(cancellationToken);
        var isReusable = false;
        try
        {
            var status = await connection.ReadAggregateAsync(id, body, cancellationToken);
            isReusable = status is 200 or NotFound;
            return isReusable ? status!.Value : BadGateway;
        }
        finally
        {
            if (isReusable)
                _idle.Push(connection);
            else
                connection.Socket.Dispose();
        }
    }

    private async Task<BackendConnection> RentAsync(CancellationToken cancellationToken)
    {
        while (_idle.TryPop(out var idle))
        {
            // A connection that the back-end has closed can be read from: its end.
            if (!idle.Socket.Poll(0, SelectMode.SelectRead))
                return idle;
            idle.Socket.Dispose();
        }

        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(address, cancellationToken);
            return new(socket, host);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
