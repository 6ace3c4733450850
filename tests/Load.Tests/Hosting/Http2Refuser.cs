using System.Buffers.Binary;

namespace Load.Tests.Hosting;

/// <summary>An HTTP/2 server that refuses the first streams of a connection, and answers the others.</summary>
internal sealed class Http2Refuser(HostileConnection connection, int refused)
{
    private const byte HeadersFrame = 1;
    private const byte ResetStreamFrame = 3;
    private const byte SettingsFrame = 4;
    private const byte PingFrame = 6;
    private const byte AcknowledgedFlag = 1;
    private const byte EndOfStreamAndHeadersFlags = 5;
    private const byte Status200 = 0x88;

    public async Task ServeAsync()
    {
        await connection.Stream.ReadExactlyAsync(new byte[24], connection.Stop);
        await SendAsync(SettingsFrame, 0, 0, []);
        var header = new byte[9];
        while (true)
        {
            await connection.Stream.ReadExactlyAsync(header, connection.Stop);
            var payload = new byte[(header[0] << 16) | (header[1] << 8) | header[2]];
            await connection.Stream.ReadExactlyAsync(payload, connection.Stop);
            await AnswerAsync(header[3], header[4], BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(5)), payload);
        }
    }

    private Task AnswerAsync(byte type, byte flags, int stream, byte[] payload) => (type, flags) switch
    {
        (HeadersFrame, _) when refused-- > 0 => SendAsync(ResetStreamFrame, 0, stream, [0, 0, 0, 7]),
        (HeadersFrame, _) => SendAsync(HeadersFrame, EndOfStreamAndHeadersFlags, stream, [Status200]),
        (SettingsFrame, 0) => SendAsync(SettingsFrame, AcknowledgedFlag, 0, []),
        (PingFrame, 0) => SendAsync(PingFrame, AcknowledgedFlag, 0, payload),
        _ => Task.CompletedTask,
    };

    private async Task SendAsync(byte type, byte flags, int stream, byte[] payload)
    {
        byte[] frame = [0, 0, (byte)payload.Length, type, flags, 0, 0, 0, 0, .. payload];
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        await connection.Stream.WriteAsync(frame, connection.Stop);
    }
}
