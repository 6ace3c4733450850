using System.Buffers;
using System.Buffers.Text;
using System.Net.Sockets;
using System.Text.Unicode;

namespace RawAggregator;

/// <summary>A connection to the back-end, with the buffers of its calls.</summary>
internal sealed class BackendConnection(Socket socket, string host)
{
    private const int MaxRequestBytes = 256;
    private readonly HttpReader _reader = new(socket);
    private readonly ArrayBufferWriter<byte> _requests = new();
    private readonly ArrayBufferWriter<byte> _customer = new(4_096);
    private readonly List<int> _orderIds = [];

    public Socket Socket => socket;

    /// <summary>Reads a customer and its orders. Returns the status; null if not all orders could be read.</summary>
    public async Task<int?> ReadAggregateAsync(
        int id, ArrayBufferWriter<byte> body, CancellationToken cancellationToken)
    {
        _customer.ResetWrittenCount();
        AddRequest(id, orderId: null);
        await SendAsync(cancellationToken);
        var status = await _reader.ReadResponseAsync(_customer, cancellationToken);
        if (status is not 200)
            return status;

        body.Write(ReadOrderIds(_customer.WrittenSpan));
        body.Write("\"orders\":["u8);
        foreach (var orderId in _orderIds)
            AddRequest(id, orderId);
        await SendAsync(cancellationToken);
        for (var i = 0; i < _orderIds.Count; i++)
        {
            if (i > 0)
                body.Write(","u8);
            if (await _reader.ReadResponseAsync(body, cancellationToken) is not 200)
                return null;
        }

        body.Write("]}"u8);
        return status;
    }

    /// <summary>Reads the ids of the orders, which are the last field, and returns what is before them.</summary>
    private ReadOnlySpan<byte> ReadOrderIds(ReadOnlySpan<byte> customer)
    {
        var name = "\"orderIds\":["u8;
        var start = customer.LastIndexOf(name);
        if (start < 0)
            throw new InvalidDataException("A customer has no ids of orders.");
        _orderIds.Clear();
        var ids = customer[(start + name.Length)..];
        while (Utf8Parser.TryParse(ids, out int orderId, out var length))
        {
            _orderIds.Add(orderId);
            ids = ids[(length + 1)..];
        }

        return customer[..start];
    }

    private void AddRequest(int id, int? orderId)
    {
        var path = orderId is null ? "" : "/order/";
        Utf8.TryWrite(_requests.GetSpan(MaxRequestBytes),
            $"GET /api/customer/{id}{path}{orderId} HTTP/1.1\r\nHost: {host}\r\n\r\n", out var length);
        _requests.Advance(length);
    }

    private async ValueTask SendAsync(CancellationToken cancellationToken)
    {
        await socket.SendAsync(_requests.WrittenMemory, cancellationToken);
        _requests.ResetWrittenCount();
    }
}
