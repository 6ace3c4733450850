namespace FrontendApi.Tests.Backend;

/// <summary>
/// A back-end that violates HTTP/2 or gRPC, with each kind of client that speaks them. Each request has a connection of
/// its own, and each response each of three endings.
/// </summary>
[Slow]
[TimeLimit(300)]
public sealed class HostileHttp2Tests
{
    private const byte Data = 0, Headers = 1, Priority = 2, Reset = 3, Settings = 4, PushPromise = 5, Ping = 6;
    private const byte GoAway = 7, WindowUpdate = 8, Continuation = 9, Unknown = 99;
    private const byte End = 1, EndHeaders = 4, Padded = 8;
    private const int OfRequest = -1;
    private const int Flood = 5_000;
    private const string Ok = ":status: 200";
    private const string Grpc = "content-type: application/grpc";

    private static readonly string[] Flags =
    [
        "strategy=grpc", "strategy=grpc&fanout=parallel", "strategy=grpc&resilience=budget",
        "strategy=get-from-json&http=2", "strategy=get-stream-stj&http=2-multi", "strategy=result-blocking&http=2",
        "strategy=refit&http=2", "strategy=restsharp&http=2", "strategy=flurl&http=2",
    ];

    /// <summary>What the back-end sends in response to each request.</summary>
    private static readonly Frame[][] Responses =
    [
        // Of the connection.
        [], [new(GoAway, 0, new byte[8])], [new(GoAway, 0, [0, 0, 0, 0, 0, 0, 0, 11])], [new(GoAway, 0, [1])],
        [new(Settings, 0, [1])], [new(Settings, 0, [0, 2, 0, 0, 0, 9])], [new(Settings, OfRequest, [])],
        [new(Settings, 0, [0, 3, 0, 0, 0, 0])], [new(Settings, 0, [0, 4, 255, 255, 255, 255])],
        [new(Settings, 0, [0, 5, 0, 0, 0, 1])], [new(Settings, 0, [0, 1, 127, 255, 255, 255])],
        [new(Ping, 0, [1])], [new(Ping, OfRequest, new byte[8])], [new(WindowUpdate, 0, new byte[4])],
        [new(WindowUpdate, 0, [127, 255, 255, 255])], [new(Unknown, OfRequest, [1])], [new(Data, 0, [1])],
        [new(Data, 2, [1])], [new(Data, 99, [1])], [new(Headers, 0, [1])], [new(Priority, OfRequest, [1])],
        [new(PushPromise, OfRequest, [0, 0, 0, 2])], [new(Continuation, OfRequest, [1])],
        [.. Enumerable.Repeat<Frame>(new(Ping, 0, new byte[8]), Flood)],
        [.. Enumerable.Repeat<Frame>(new(Settings, 0, []), Flood)],
        // Of a stream.
        .. Enumerable.Range(0, 15).Select(code => (Frame[])[new(Reset, OfRequest, [0, 0, 0, (byte)code])]),
        [new(Reset, OfRequest, [1])], [new(WindowUpdate, OfRequest, new byte[4])],
        [new(WindowUpdate, OfRequest, [127, 255, 255, 255])], [Body("{}", End)],
        [new(Headers, OfRequest, [], EndHeaders)], [new(Headers, OfRequest, [255, 255], EndHeaders)],
        [new(Headers, OfRequest, [0x3f, 0xe1, 0xff, 0x7f], EndHeaders)],
        [new(Headers, OfRequest, [9], EndHeaders | Padded)], [new(Headers, OfRequest, [0x88])],
        [new(Headers, OfRequest, []), .. Enumerable.Repeat<Frame>(new(Continuation, OfRequest, [0x88]), Flood)],
        // Of HTTP.
        [Fields(0, "x: y")], [Fields(0, ":status: abc")], [Fields(0, ":status: 99")], [Fields(0, ":status: 1000")],
        [Fields(0, ":status: 100"), Fields(End, Ok)], [Fields(0, ":status: 101")], [Fields(End, ":status: 204")],
        [Fields(0, Ok, Ok)], [Fields(0, Ok, ":path: /")], [Fields(0, Ok, "Upper: x")], [Fields(0, Ok, "a: \r\n")],
        [Fields(0, Ok, "content-length: 9"), Body("x", End)], [Fields(0, Ok, "content-length: -1"), Body("{}", End)],
        [Fields(0, Ok, "transfer-encoding: chunked"), Body("{}", End)], [Fields(0, Ok), Fields(0, Ok)],
        [Fields(0, Ok), .. Enumerable.Repeat(Body("", 0), Flood)], [Fields(End, ":status: 503", "retry-after: -1")],
        // Of gRPC.
        .. ((string[])["abc", "-1", "99", "99999999999", "", "1\0", "16"])
            .Select(status => (Frame[])[Fields(End, Ok, Grpc, $"grpc-status: {status}")]),
        [Fields(End, Ok, Grpc, "grpc-status: 13", "grpc-message: %FF%0%")], [Fields(End, Ok, Grpc)],
        [Fields(End, Ok, Grpc, "grpc-status: 0", "grpc-status: 1")], [Fields(0, Ok, "content-type: ;"), Body("{}", End)],
        [Fields(End, Ok, Grpc, "grpc-status: 13", "grpc-status-details-bin: ***")],
        [Fields(0, Ok, Grpc, "grpc-encoding: gzip"), Message(1, 3, "abc"), Trailer("0")],
        [Fields(0, Ok, Grpc, "grpc-encoding: x"), Message(1, 3, "abc"), Trailer("0")],
        [Fields(0, Ok, Grpc), Message(0, -1, "abc"), Trailer("0")], [Fields(0, Ok, Grpc), Message(9, 0, ""), Trailer("0")],
        [Fields(0, Ok, Grpc), Message(0, int.MaxValue, "abc")], [Fields(0, Ok, Grpc), Message(0, 99, "abc", End)],
        [Fields(0, Ok, Grpc), Message(0, 0, ""), Trailer("0")], [Fields(0, Ok, Grpc), Message(0, 0, ""), Trailer("5")],
        [Fields(0, Ok, Grpc), Message(0, 2, "\u000a\u00ff"), Trailer("0")], [Fields(0, Ok, Grpc), Body("\0", End)],
        [Fields(0, Ok, Grpc), Message(0, 0, ""), Message(0, 0, ""), Trailer("0")],
        [Fields(0, Ok, Grpc), Good(), Trailer("0"), Trailer("0")], [Fields(0, Ok, Grpc), Good(), Good(), Trailer("0")],
        [Fields(0, Ok, Grpc), Good(), Trailer("13")], [Fields(0, Ok, Grpc), Good(), Fields(End, "grpc-status: x")],
    ];

    [Fact]
    public async Task HostileFrames_GetCustomer_AreNeverAServerError()
    {
        var (response, ending, goodFirst) = (0, HostileEnding.None, 0);
        await using var backend = new HostileServer(connection =>
        {
            var (peer, good) = (new Http2Peer(connection), goodFirst);
            return peer.ServeAsync(async stream =>
            {
                Frame[] customer = [Fields(0, Ok, Grpc), Good(), Trailer("0")];
                var isGood = good-- > 0;
                foreach (var frame in isGood ? customer : Responses[response])
                {
                    await peer.SendAsync(
                        frame.Type, frame.Flags, frame.Stream is OfRequest ? stream : frame.Stream, frame.Payload);
                }

                if (!isGood)
                    await connection.EndAsync(ending);
            });
        });
        var address = $"http://{backend.Authority}";
        await using var frontend = new FrontendUnderTest(
            address, ("Backend:Http2Address", address), ("Backend:Timeout", "00:00:00.300"));

        for (; response < Responses.Length; response++)
        {
            foreach (var last in Enum.GetValues<HostileEnding>())
            {
                (ending, goodFirst) = (last, 0);
                await frontend.ShouldNeverFailAsync(Flags.Select(flags => $"/api/customer/1?client=per-request&{flags}"));
            }

            // The same for an order, whose customer is good.
            (ending, goodFirst) = (HostileEnding.Closed, 1);
            await frontend.ShouldNeverFailAsync(["/api/customer/1?client=per-request&strategy=grpc"]);
        }
    }

    private static Frame Fields(byte flags, params string[] fields) =>
        new(Headers, OfRequest, Http2Peer.EncodeHeaders(fields), (byte)(flags | EndHeaders));

    private static Frame Trailer(string status) => Fields(End, $"grpc-status: {status}");

    private static Frame Body(string text, byte flags) => new(Data, OfRequest, Encoding.Latin1.GetBytes(text), flags);

    private static Frame Good() =>
        Message(0, GrpcFailureTests.Customer.Length, Encoding.Latin1.GetString(GrpcFailureTests.Customer));

    private static Frame Message(byte isCompressed, int length, string text, byte flags = 0) => new(
        Data, OfRequest,
        [
            isCompressed, (byte)(length >> 24), (byte)(length >> 16), (byte)(length >> 8), (byte)length,
            .. Encoding.Latin1.GetBytes(text),
        ],
        flags);

    private sealed record Frame(byte Type, int Stream, byte[] Payload, byte Flags = 0);
}
