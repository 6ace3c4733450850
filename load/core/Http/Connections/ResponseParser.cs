using System.Buffers.Text;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Parses HTTP/1.1 responses (RFC 9112), one after the other, from the parts in which their bytes arrive. Whatever is
/// not valid HTTP becomes an exception, because the end of the response is then not known.
/// </summary>
internal sealed class ResponseParser
{
    /// <summary>The longest head of a response in bytes: status lines and headers, or the trailers.</summary>
    public const int MaxHeadBytes = 64 * 1024;

    private const int StatusLineLength = 12;
    private const int MaxQuotedLength = 60;

    private static readonly SearchValues<byte> NameCharacters = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    private Part _part;
    private bool _isHead;
    private bool _isChunked;
    private bool _closes;
    private long? _contentLength;
    private long _remaining;
    private int _headBytes;
    private ICollection<string>? _head;

    private enum Part
    {
        StatusLine,
        Headers,
        BodyOfKnownLength,
        BodyUntilClose,
        ChunkSize,
        Chunk,
        ChunkEnd,
        Trailers,
        Complete,
    }

    public bool IsComplete => _part == Part.Complete;

    public int Status { get; private set; }

    /// <summary>The number of bytes of the body that were read, without those of the chunked coding.</summary>
    public long BodyBytes { get; private set; }

    public bool IsLastOnConnection { get; private set; }

    public void Start(bool isHead, ICollection<string>? head = null)
    {
        (_part, _isHead, _head, BodyBytes) = (Part.StatusLine, isHead, head, 0);
        _headBytes = 0;
    }

    public int Parse(ReadOnlySpan<byte> bytes, BodyBuffer? body)
    {
        var rest = bytes;
        while (_part != Part.Complete && TryParsePart(ref rest, body))
        {
        }

        return bytes.Length - rest.Length;
    }

    /// <summary>Ends the response because the connection was closed; false if it is not complete.</summary>
    public bool TryEnd()
    {
        if (_part == Part.BodyUntilClose)
            _part = Part.Complete;
        return IsComplete;
    }

    private bool TryParsePart(ref ReadOnlySpan<byte> rest, BodyBuffer? body)
    {
        if (_part is Part.BodyOfKnownLength or Part.Chunk or Part.BodyUntilClose)
            return TryParseBody(ref rest, body);
        if (!TryReadLine(ref rest, out var line))
            return false;
        switch (_part)
        {
            case Part.StatusLine:
                ParseStatusLine(line);
                break;
            case Part.Headers when line.IsEmpty:
                EndHeaders();
                break;
            case Part.Headers:
                ParseHeader(line, body);
                break;
            case Part.ChunkSize:
                ParseChunkSize(line);
                break;
            case Part.ChunkEnd when line.IsEmpty:
                _part = Part.ChunkSize;
                break;
            case Part.ChunkEnd:
                throw CreateError("The chunk does not end with a line break", line);
            case Part.Trailers when line.IsEmpty:
                _part = Part.Complete;
                break;
        }

        return true;
    }

    private bool TryParseBody(ref ReadOnlySpan<byte> rest, BodyBuffer? body)
    {
        var length = _part == Part.BodyUntilClose ? rest.Length : (int)Math.Min(rest.Length, _remaining);
        if (length == 0)
            return false;
        BodyBytes += length;
        body?.Append(rest[..length]);
        rest = rest[length..];
        _remaining -= length;
        if (_remaining == 0 && _part != Part.BodyUntilClose)
            _part = _part == Part.Chunk ? Part.ChunkEnd : Part.Complete;
        return true;
    }

    private bool TryReadLine(ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> line)
    {
        var end = rest.IndexOf((byte)'\n');
        if (_headBytes + (end < 0 ? rest.Length : end) > MaxHeadBytes)
            throw CreateError($"The headers of the response are longer than {MaxHeadBytes} bytes");
        line = default;
        if (end < 0)
            return false;
        line = rest[..end];
        if (line is [.., (byte)'\r'])
            line = line[..^1];
        rest = rest[(end + 1)..];

        // Chunks may be many. Only what is one head counts together.
        _headBytes = _part is Part.ChunkSize or Part.ChunkEnd ? 0 : _headBytes + end;
        return true;
    }

    private void ParseStatusLine(ReadOnlySpan<byte> line)
    {
        if (line.Length < StatusLineLength
            || !line.StartsWith("HTTP/1."u8)
            || line[8] != ' '
            || !Utf8Parser.TryParse(line[9..StatusLineLength], out int status, out var digits)
            || digits != 3
            || status < 100
            || (line.Length > StatusLineLength && line[StatusLineLength] != ' '))
        {
            throw CreateError("The status line is not valid", line);
        }

        _head?.Clear();
        _head?.Add(Encoding.Latin1.GetString(line));

        // A connection of HTTP/1.0 stays open only if the server says so.
        (Status, IsLastOnConnection) = (status, line[7] == '0');
        (_contentLength, _isChunked, _closes, _part) = (null, false, false, Part.Headers);
    }

    private void ParseHeader(ReadOnlySpan<byte> line, BodyBuffer? body)
    {
        // A line that begins with a blank continues the one before (obs-fold).
        if (line[0] is (byte)' ' or (byte)'\t')
            return;
        var colon = line.IndexOf((byte)':');
        var name = colon < 0 ? default : line[..colon].TrimEnd((byte)' ');
        if (name.IsEmpty || name.ContainsAnyExcept(NameCharacters))
            throw CreateError("The header is not valid", line);
        _head?.Add(Encoding.UTF8.GetString(line));
        if (Ascii.EqualsIgnoreCase(name, "Content-Length"u8))
            ParseContentLength(line[(colon + 1)..]);
        else if (Ascii.EqualsIgnoreCase(name, "Transfer-Encoding"u8))
            _isChunked |= HasToken(line[(colon + 1)..], "chunked"u8);
        else if (Ascii.EqualsIgnoreCase(name, "Connection"u8))
            ParseConnection(line[(colon + 1)..]);
        else if (body is not null && Ascii.EqualsIgnoreCase(name, "Content-Encoding"u8))
            body.Encoding = Encoding.ASCII.GetString(line[(colon + 1)..]);
    }

    // A length may be repeated, in one header or in several, but two different lengths leave the end open.
    private void ParseContentLength(ReadOnlySpan<byte> value)
    {
        foreach (var range in value.Split((byte)','))
        {
            var text = Ascii.Trim(value[range]);
            var digits = value[range][text];
            if (digits.ContainsAnyExceptInRange((byte)'0', (byte)'9')
                || !Utf8Parser.TryParse(digits, out long length, out _))
            {
                throw CreateError("The Content-Length is not a number", value);
            }

            if (_contentLength is { } other && other != length)
                throw CreateError($"The response has two lengths (Content-Length): {other} and {length}");
            _contentLength = length;
        }
    }

    // A program and a proxy may each add a line: to close wins.
    private void ParseConnection(ReadOnlySpan<byte> value)
    {
        _closes |= HasToken(value, "close"u8);
        if (_closes || HasToken(value, "keep-alive"u8))
            IsLastOnConnection = _closes;
    }

    private static bool HasToken(ReadOnlySpan<byte> value, ReadOnlySpan<byte> token)
    {
        foreach (var range in value.Split((byte)','))
        {
            var part = value[range];
            if (Ascii.EqualsIgnoreCase(part[Ascii.Trim(part)], token))
                return true;
        }

        return false;
    }

    private void EndHeaders()
    {
        if (Status == 101)
            throw CreateError("The server switched to another protocol (101), which was not asked for");
        if (Status < 200)
        {
            // The heads of interim responses count together with that of the response, which ends a flood of them.
            _part = Part.StatusLine;
            return;
        }

        _headBytes = 0;
        if (_isHead || Status is 204 or 304 || (!_isChunked && _contentLength == 0))
            _part = Part.Complete;
        else if (_isChunked)
            _part = Part.ChunkSize;
        else if (_contentLength is { } length)
            (_part, _remaining) = (Part.BodyOfKnownLength, length);
        else
            (_part, IsLastOnConnection) = (Part.BodyUntilClose, true);
    }

    private void ParseChunkSize(ReadOnlySpan<byte> line)
    {
        var extension = line.IndexOf((byte)';');
        var digits = (extension < 0 ? line : line[..extension]).TrimEnd(" \t"u8);
        if (digits.IsEmpty
            || !long.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out _remaining)
            || _remaining < 0)
        {
            throw CreateError("The size of a chunk is not valid", line);
        }

        _part = _remaining == 0 ? Part.Trailers : Part.Chunk;
    }

    private static HttpRequestException CreateError(string problem, ReadOnlySpan<byte> line) => CreateError(
        $"{problem}: '{Encoding.Latin1.GetString(line[..Math.Min(line.Length, MaxQuotedLength)])}'");

    private static HttpRequestException CreateError(string message) => new(HttpRequestError.InvalidResponse, message);
}
