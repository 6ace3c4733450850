using System.Buffers.Binary;
using Studies.Hosting;

namespace Studies.Tests.Hosting;

public sealed class TcpSegmentCountTests
{
    private const byte Fin = 1, Syn = 2, Reset = 4, Ack = 16;

    [Fact]
    public async Task PacketCapture_OfOneConnection_CountsSegmentsByFlag()
    {
        var capture = CreateCapture(Syn, Syn | Ack, Fin | Ack, Fin | Ack, Reset, Reset | Ack);

        (await TcpSegmentCount.ReadAsync(new MemoryStream(capture))).ShouldBe(new TcpSegmentCount(1, 2, 2));
    }

    [Fact]
    public async Task PacketCapture_Empty_ReturnsNull()
    {
        (await TcpSegmentCount.ReadAsync(Stream.Null)).ShouldBeNull();
        (await TcpSegmentCount.ReadAsync(new MemoryStream(CreateCapture()))).ShouldBe(new TcpSegmentCount(0, 0, 0));
    }

    private static byte[] CreateCapture(params int[] flags)
    {
        var capture = new List<byte>(new byte[24]);
        BinaryPrimitives.WriteUInt32LittleEndian(
            System.Runtime.InteropServices.CollectionsMarshal.AsSpan(capture), 0xa1b2c3d4);
        foreach (var flag in flags)
        {
            // The packet has an Ethernet header, and an IPv4 and a TCP header without options.
            var packet = new byte[14 + 20 + 20];
            packet[14] = 0x45;
            packet[14 + 20 + 13] = (byte)flag;
            var header = new byte[16];
            BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(8), (uint)packet.Length);
            BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(12), (uint)packet.Length);
            capture.AddRange([.. header, .. packet]);
        }

        return [.. capture];
    }
}
