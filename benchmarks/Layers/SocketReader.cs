using System.Buffers.Text;
using System.Net.Sockets;
using System.Text;

namespace Benchmarks.Layers;

/// <summary>
/// Reads over a socket without any HTTP library. It understands no more than it needs to find the end of the response:
/// the status line, and the header Content-Length.
/// </summary>
internal sealed class SocketReader(Uri document) : IDocumentReader
{
    private const int MaxHeaderBytes = 8 * 1024;

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _buffer = new byte[MaxHeaderBytes];
    private readonly byte[] _request = Encoding.ASCII.GetBytes(
        $"GET {document.PathAndQuery} HTTP/1.1\r\nHost: {document.Authority}\r\n\r\n");

    public async Task<byte[]> ReadAsync(CancellationToken cancellationToken)
    {
        if (!_socket.Connected)
            await _socket.ConnectAsync(document.Host, document.Port, cancellationToken);
        await _socket.SendAsync(_request, cancellationToken);
        var received = 0;
        int headerBytes;
        do
        {
            received += await ReceiveAsync(_buffer.AsMemory(received), cancellationToken);
            headerBytes = FindEndOfHeaders(_buffer.AsSpan(0, received));
        }
        while (headerBytes < 0);

        var body = new byte[ReadContentLength(_buffer.AsSpan(0, headerBytes))];
        var copied = received - headerBytes;
        _buffer.AsSpan(headerBytes, copied).CopyTo(body);
        while (copied < body.Length)
            copied += await ReceiveAsync(body.AsMemory(copied), cancellationToken);
        return body;
    }

    public void Dispose() => _socket.Dispose();

    private async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        var count = await _socket.ReceiveAsync(buffer, cancellationToken);
        return count > 0 ? count : throw new HttpRequestException("The response ended before it was complete.");
    }

    /// <summary>Returns the length of the status line and the headers; negative if they are not complete.</summary>
    private static int FindEndOfHeaders(ReadOnlySpan<byte> response)
    {
        var end = response.IndexOf("\r\n\r\n"u8);
        return end < 0 ? end : end + 4;
    }

    private static int ReadContentLength(ReadOnlySpan<byte> headers)
    {
        if (!headers.StartsWith("HTTP/1.1 200 "u8))
            throw new HttpRequestException("The status of the response is not 200.");
        var header = "\r\nContent-Length: "u8;
        var start = headers.IndexOf(header);
        return start >= 0 && Utf8Parser.TryParse(headers[(start + header.Length)..], out int length, out _)
            ? length
            : throw new HttpRequestException("The response has no length.");
    }
}
