using System.Buffers.Binary;

namespace Studies.Hosting;

/// <summary>The number of TCP segments that have the flag SYN, FIN or RST.</summary>
internal sealed record TcpSegmentCount(long Syn, long Fin, long Reset)
{
    private const uint MagicNumber = 0xa1b2c3d4;
    private const int FileHeaderBytes = 24;
    private const int PacketHeaderBytes = 16;
    private const int EthernetHeaderBytes = 14;
    private const int TcpFlagsOffset = 13;

    /// <summary>
    /// Counts the TCP segments of a packet capture in the pcap format: IPv4 over Ethernet, as on the loopback interface
    /// of Linux.
    /// </summary>
    /// <returns>
    /// The numbers of segments; null for an empty stream, which means that nothing could be captured.
    /// </returns>
    public static async Task<TcpSegmentCount?> ReadAsync(Stream pcap)
    {
        var header = new byte[FileHeaderBytes];
        if (await pcap.ReadAtLeastAsync(header, FileHeaderBytes, throwOnEndOfStream: false) < FileHeaderBytes
            || BinaryPrimitives.ReadUInt32LittleEndian(header) is not MagicNumber)
            return null;
        var count = new TcpSegmentCount(0, 0, 0);
        var packet = new byte[ushort.MaxValue * 4];
        while (await pcap.ReadAtLeastAsync(header.AsMemory(0, PacketHeaderBytes), PacketHeaderBytes,
        false) == PacketHeaderBytes)
        {
            var length = (int)BinaryPrimitives.ReadUInt32LittleEndian(header.AsSpan(8));
            await pcap.ReadExactlyAsync(packet.AsMemory(0, length));
            count = count.Add(packet.AsSpan(0, length));
        }

        return count;
    }

    public override string ToString() => $"SYN {Syn}, FIN {Fin}, RST {Reset}";

    private TcpSegmentCount Add(ReadOnlySpan<byte> packet)
    {
        var ipHeader = 4 * (packet[EthernetHeaderBytes] & 0xf);
        var flags = packet[EthernetHeaderBytes + ipHeader + TcpFlagsOffset];
        // A SYN segment is counted only if it has no ACK flag, because only the first of the two SYN segments of a
        // handshake opens the connection.
        return new TcpSegmentCount(
            Syn + ((flags & 0x12) is 0x02 ? 1 : 0),
            Fin + ((flags & 0x01) is not 0 ? 1 : 0),
            Reset + ((flags & 0x04) is not 0 ? 1 : 0));
    }
}
