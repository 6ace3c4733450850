using System.Buffers;
using System.Buffers.Text;
using System.Net.Sockets;
using System.Text;

namespace RawAggregator;

/// <summary>Reads HTTP/1.1 messages from a socket into one buffer, which is reused.</summary>
internal sealed class HttpReader(Socket socket)
{
    private static readonly byte[] LineEnd = "\r\n"u8.ToArray();
    private static readonly byte[] HeadEnd = "\r\n\r\n"u8.ToArray();
    private readonly byte[] _buffer = new byte[16_384];
    private int _start;
    private int _end;

    /// <summary>Receives more bytes. False at the end of the stream.</summary>
    public async Task<bool> FillAsync(CancellationToken cancellationToken = default)
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start.._end).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }

        if (_end == _buffer.Length)
            throw new InvalidDataException("A head is too long.");
        var received = await socket.ReceiveAsync(_buffer.AsMemory(_end), cancellationToken);
        _end += received;
        return received > 0;
    }

    /// <summary>Takes a head. Null if not all of it has been received.</summary>
    public ReadOnlyMemory<byte>? TryTakeHead() => TryTake(HeadEnd);

    /// <summary>Reads a response, copies its body, and returns its status.</summary>
    public async Task<int> ReadResponseAsync(ArrayBufferWriter<byte> body, CancellationToken cancellationToken)
    {
        var head = await TakeAsync(HeadEnd, cancellationToken);
        if (!head.Span.StartsWith("HTTP/1.1 "u8)
            || !Utf8Parser.TryParse(head.Span["HTTP/1.1 ".Length..], out int status, out _))
        {
            throw new InvalidDataException("A response has no status.");
        }

        if (Utf8Parser.TryParse(FindHeader(head.Span, "Content-Length:"u8), out int bytes, out _))
            await CopyAsync(bytes, body, cancellationToken);
        else if (FindHeader(head.Span, "Transfer-Encoding:"u8).StartsWith("chunked"u8))
            await CopyChunksAsync(body, cancellationToken);
        else
            throw new InvalidDataException("A body has no length.");
        return status;
    }

    private static ReadOnlySpan<byte> FindHeader(ReadOnlySpan<byte> head, ReadOnlySpan<byte> name)
    {
        while (head.IndexOf(LineEnd) is var end and > 0)
        {
            if (end > name.Length && Ascii.EqualsIgnoreCase(head[..name.Length], name))
                return head[name.Length..end].Trim((byte)' ');
            head = head[(end + LineEnd.Length)..];
        }

        return default;
    }

    private async Task CopyChunksAsync(ArrayBufferWriter<byte> body, CancellationToken cancellationToken)
    {
        var bytes = -1;
        while (bytes is not 0)
        {
            var line = await TakeAsync(LineEnd, cancellationToken);
            if (!Utf8Parser.TryParse(line.Span, out bytes, out _, 'x') || bytes < 0)
                throw new InvalidDataException("A chunk has no length.");
            await CopyAsync(bytes, body, cancellationToken);
            await TakeAsync(LineEnd, cancellationToken);
        }
    }

    private async ValueTask CopyAsync(int bytes, ArrayBufferWriter<byte> body, CancellationToken cancellationToken)
    {
        while (bytes > 0)
        {
            if (_start == _end)
                await FillOrFailAsync(cancellationToken);
            var length = Math.Min(bytes, _end - _start);
            body.Write(_buffer.AsSpan(_start, length));
            _start += length;
            bytes -= length;
        }
    }

    private async ValueTask<ReadOnlyMemory<byte>> TakeAsync(byte[] end, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (TryTake(end) is { } taken)
                return taken;
            await FillOrFailAsync(cancellationToken);
        }
    }

    private ReadOnlyMemory<byte>? TryTake(byte[] end)
    {
        var length = _buffer.AsSpan(_start.._end).IndexOf(end) + end.Length;
        if (length < end.Length)
            return null;
        _start += length;
        return _buffer.AsMemory(_start - length, length);
    }

    private async Task FillOrFailAsync(CancellationToken cancellationToken)
    {
        if (!await FillAsync(cancellationToken))
            throw new EndOfStreamException();
    }
}
