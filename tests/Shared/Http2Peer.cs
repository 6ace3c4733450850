using System.Buffers.Binary;

namespace Testing;

/// <summary>
/// The server's side of an HTTP/2 connection, which sends the frames that a test wants. It acknowledges settings and
/// pings, and opens the window for each body that it reads.
/// </summary>
internal sealed class Http2Peer(HostileConnection connection)
{
    public const int RefusedStream = 7;
    private const byte Data = 0;
    private const byte Headers = 1;
    private const byte ResetStream = 3;
    private const byte Settings = 4;
    private const byte Ping = 6;
    private const byte GoAway = 7;
    private const byte WindowUpdate = 8;
    private const byte EndStream = 1;
    private const byte Acknowledged = 1;
    private const byte EndHeaders = 4;

    /// <summary>The headers of the request as they arrived, and its body.</summary>
    public (string Headers, byte[] Body) Request { get; private set; } = ("", []);

    /// <summary>Reads frames until the client closes the connection, and answers each request that ends.</summary>
    public async Task ServeAsync(Func<int, Task> answer, params (short Setting, int Value)[] settings)
    {
        await connection.Stream.ReadExactlyAsync(new byte[24], connection.Stop);
        await SetAsync(settings);
        var header = new byte[9];
        while (true)
        {
            await connection.Stream.ReadExactlyAsync(header, connection.Stop);
            var payload = new byte[(header[0] << 16) | (header[1] << 8) | header[2]];
            await connection.Stream.ReadExactlyAsync(payload, connection.Stop);
            var (type, isFlagged) = (header[3], (header[4] & EndStream) != 0);
            var stream = BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(5));
            if (type == Headers)
                Request = (Encoding.Latin1.GetString(payload), []);
            if (type == Data)
                Request = (Request.Headers, [.. Request.Body, .. payload]);
            if (type == Data && payload.Length > 0)
                await SendAsync(WindowUpdate, 0, stream, ToBytes(payload.Length));
            if (type is Settings or Ping && !isFlagged)
                await SendAsync(type, Acknowledged, 0, type == Ping ? payload : []);
            if (type is Headers or Data && isFlagged)
                await answer(stream);
        }
    }

    public Task SetAsync(params (short Setting, int Value)[] settings) =>
        SendAsync(
            Settings, 0, 0, [.. settings.SelectMany(one => (byte[])[0, (byte)one.Setting, .. ToBytes(one.Value)])]);

    /// <summary>Sends a response of five bytes with further headers.</summary>
    public async Task AnswerAsync(int stream, params string[] fields)
    {
        await SendHeadersAsync(stream, false, [":status: 200", .. fields]);
        await SendDataAsync(stream, "hello", true);
    }

    public Task SendHeadersAsync(int stream, bool isEnd, params string[] fields) =>
        SendAsync(Headers, (byte)(EndHeaders | (isEnd ? EndStream : 0)), stream, EncodeHeaders(fields));

    public Task SendDataAsync(int stream, string text, bool isEnd) =>
        SendAsync(Data, isEnd ? EndStream : (byte)0, stream, Encoding.Latin1.GetBytes(text));

    public Task ResetAsync(int stream, int error) => SendAsync(ResetStream, 0, stream, ToBytes(error));

    public Task GoAwayAsync(int lastStream, int error = 0) =>
        SendAsync(GoAway, 0, 0, [.. ToBytes(lastStream), .. ToBytes(error)]);

    public async Task SendAsync(byte type, byte flags, int stream, byte[] payload) =>
        await connection.Stream.WriteAsync(CreateFrame(type, flags, stream, payload), connection.Stop);

    /// <summary>Closes the connection (FIN), and serves it no longer.</summary>
    public Task EndAsync() => connection.EndAsync(HostileEnding.Closed);

    public static byte[] CreateFrame(byte type, byte flags, int stream, byte[] payload) =>
        [0, (byte)(payload.Length >> 8), (byte)payload.Length, type, flags, .. ToBytes(stream), .. payload];

    /// <summary>Encodes headers, each of which is a name, ": " and a value, as literals without an index.</summary>
    public static byte[] EncodeHeaders(params string[] fields) =>
    [
        .. fields.Select(field => field.Split(": ", 2)).SelectMany(field => (byte[])
        [
            0, (byte)field[0].Length, .. Encoding.Latin1.GetBytes(field[0]),
            (byte)field[1].Length, .. Encoding.Latin1.GetBytes(field[1]),
        ]),
    ];

    public static byte[] ToBytes(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
