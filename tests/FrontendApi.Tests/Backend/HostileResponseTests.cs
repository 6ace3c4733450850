using System.Diagnostics.Metrics;
using Google.Protobuf;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.Http.Resilience;
using Microsoft.Extensions.Logging;
using Testbed.Messages;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// A back-end that violates HTTP/1.1, HTTP/2 or gRPC, or sends odd documents. Each strategy gets each response with
/// each ending, to the call for the customer or for an order, and on a connection of its own.
/// </summary>
[Slow]
[TimeLimit(300)]
public sealed class HostileResponseTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private const string Chunked = Ok + "Transfer-Encoding: chunked\r\n\r\n";
    private const byte Data = 0, Headers = 1, Priority = 2, Reset = 3, Settings = 4, PushPromise = 5, Ping = 6;
    private const byte GoAway = 7, WindowUpdate = 8, Continuation = 9, Unknown = 99;
    private const byte End = 1, EndHeaders = 4, Padded = 8;
    private const int Flood = 5_000;
    private const string Ok2 = ":status: 200";
    private const string Grpc = "content-type: application/grpc";

    /// <summary>Responses that no client takes for a document, if they end. They are the first of the others.</summary>
    private static readonly string[] Invalid =
    [
        Ok.Replace("application/json", "text/html") + "\r\n<html><form>Log in", Ok.Replace("/json", "/xml") + "\r\n<x/>",
        Ok + "Content-Length: 1\r\n\r\n$$", Ok + "\r\n[$$]", "HTTP/1.1 302 X\r\nLocation: /\r\n\r\n",
    ];

    private static readonly string[] Invalid2 =
    [
        .. ((string[])["abc", "", "99999999999999999999", "13"])
            .Select(status => Fields(End, Ok2, Grpc, $"grpc-status: {status}")),
        Fields(End, Ok2, Grpc, "grpc-status: 0", "grpc-status: 1"),
        Fields(End, Ok2, Grpc, "grpc-status: 13", "grpc-message: a", "grpc-message: b"),
        Fields(0, Ok2, Grpc) + Body("}{", End), Fields(0, Ok2, "content-type: text/html") + Body("<html>", End),
    ];

    /// <summary>Responses as they are sent. $$ is the document that was asked for.</summary>
    private static readonly string[] Responses =
    [
        .. Invalid,
        "", "\0", "\r\n\r\n", "nonsense\r\n\r\n", "HTTP", "HTTP/1.1", "HTTP/1.1 200", "HTTP/1.1 -20 X\r\n\r\n",
        "HTTP/1.1 000 X\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n", "HTTP/1.1 999 X\r\n\r\n", "HTTP/1.1 20000 X\r\n\r\n",
        "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.0 200 OK\r\n\r\n$$", "HTTP/0.9 200 OK\r\n\r\n$$",
        "ICY 200 OK\r\n\r\n$$", "HTTP/1.1 200 \u0001\u00ff\r\n\r\n$$", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\0",
        Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 1000) + Ok + "\r\n$$", "HTTP/1.1 204 No Content\r\n\r\n$$",
        "HTTP/1.1 205 X\r\n\r\n", "HTTP/1.1 206 X\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 307 X\r\nLocation: file:///etc/passwd\r\n\r\n",
        "HTTP/1.1 301 X\r\nLocation: \0\u00ff:\r\n\r\n", "HTTP/1.1 304 X\r\n\r\n",
        "HTTP/1.1 401 X\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 X\r\nWWW-Authenticate: ,,=\"\r\n\r\n", "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic\r\n\r\n",
        "HTTP/1.1 408 X\r\n\r\n", "HTTP/1.1 421 X\r\n\r\n", "HTTP/1.1 429 X\r\nRetry-After: 0\r\n\r\n",
        "HTTP/1.1 503 X\r\nRetry-After: 99999999999999999999\r\n\r\n", "HTTP/1.1 503 X\r\nRetry-After: -1\r\n\r\n",
        "HTTP/1.1 503 X\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n\r\n",
        "HTTP/1.1 404 X\r\nContent-Length: 99999\r\n\r\n", "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        Ok + "no colon\r\n\r\n$$", Ok + ": empty\r\n\r\n$$", Ok + " folded: x\r\n\r\n$$", Ok + "A\0B: x\r\n\r\n$$",
        Ok + "X: " + new string('x', 200_000) + "\r\n\r\n$$", Ok + Repeat("X: 1\r\n", 20_000) + "\r\n$$",
        Ok + "Content-Length: -1\r\n\r\n$$", Ok + "Content-Length: 9999999\r\n\r\n$$",
        Ok + "Content-Length: 99999999999999999999\r\n\r\n$$", Ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n$$",
        Ok + "Content-Length: x\r\n\r\n$$", Ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n$$",
        Ok + "Transfer-Encoding: gzip, chunked\r\n\r\n$$", Ok + "Content-Encoding: gzip\r\n\r\n$$",
        Ok + "Content-Encoding: br\r\n\r\n$$", Ok + "Content-Type: ;;=\r\n\r\n$$", Ok + "Connection: upgrade\r\n\r\n$$",
        Ok.Replace("/json", "/json; charset=klingon") + "\r\n$$", Ok.Replace("/json", "/json; charset=windows-1252") + "\r\n$$",
        Ok.Replace("/json", "/json; charset=utf-7") + "\r\n$$", Ok.Replace("/json", "/json; charset=\"") + "\r\n$$",
        Ok.Replace("application/json", "\u00ff/\0") + "\r\n$$", Ok + "Set-Cookie: " + new string('c', 9_000) + "\r\n\r\n$$",
        Chunked + "ZZ\r\n$$", Chunked + "-1\r\n$$", Chunked + "fffffffffffffffff\r\n$$", Chunked + "7fffffff\r\n$$",
        Chunked + "2;" + new string('x', 100_000) + "\r\n{}\r\n0\r\n\r\n", Chunked + "2\r\n{}", Chunked + "2\r\n{}XX0\r\n\r\n",
        Chunked + "2\r\n{}\r\n0\r\n" + Repeat("X: 1\r\n", 50_000) + "\r\n", Chunked + Repeat("1\r\n \r\n", 100_000),
        Chunked + "0\r\n\r\n", Ok + "\r\n", Ok + "\r\nnull", Ok + "\r\n[]", Ok + "\r\n\"\"", Ok + "\r\n0", Ok + "\r\n{}",
        Ok + "\r\n$$ $$", Ok + "\r\n{\"id\":1e400}", Ok + "\r\n{\"id\":NaN}", Ok + "\r\n{\"id\":{}}",
        Ok + "\r\n{\"id\":99999999999999999999}", Ok + "\r\n{\"id\":1,\"orderIds\":[null]}",
        Ok + "\r\n{\"id\":1,\"orderIds\":\"1\"}", Ok + "\r\n{\"id\":1,\"orderIds\":[-1,-1]}", Ok + "\r\n\u00ef\u00bb\u00bf",
        Ok + "\r\n\u00ff\u00fe{\0}\0", Ok + "\r\n{\"$type\":\"System.Diagnostics.Process, System\"}",
        Ok + "\r\n<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>",
        Ok + "\r\n" + HostileBodies.CreateNestedArrays(100_000), Ok + "\r\n{\"items\":" + new string('9', 60_000) + "}",
        Ok + "\r\n{" + Repeat("\"\\u0069d\":1,", 5_000) + "\"id\":1}", Ok + "\r\n{\"name\":\"\\ud800\",\"id\":1}",
    ];

    private static readonly string[] Responses2 =
    [
        .. Invalid2,
        // Of the connection.
        "", Frame(GoAway, 0, new byte[8]), Frame(GoAway, 0, [0, 0, 0, 0, 0, 0, 0, 11]), Frame(GoAway, 0, [1]),
        Frame(Settings, 0, [1]), Frame(Settings, 0, [0, 2, 0, 0, 0, 9]), Frame(Settings, 1, []),
        Frame(Settings, 0, [0, 3, 0, 0, 0, 0]), Frame(Settings, 0, [0, 4, 255, 255, 255, 255]),
        Frame(Settings, 0, [0, 5, 0, 0, 0, 1]), Frame(Settings, 0, [0, 1, 127, 255, 255, 255]), Frame(Ping, 0, [1]),
        Frame(Ping, 1, new byte[8]), Frame(WindowUpdate, 0, new byte[4]), Frame(WindowUpdate, 0, [127, 255, 255, 255]),
        Frame(Unknown, 1, [1]), Frame(Data, 0, [1]), Frame(Data, 2, [1]), Frame(Data, 99, [1]), Frame(Headers, 0, [1]),
        Frame(Priority, 1, [1]), Frame(PushPromise, 1, [0, 0, 0, 2]), Frame(Continuation, 1, [1]),
        Repeat(Frame(Ping, 0, new byte[8]), Flood), Repeat(Frame(Settings, 0, []), Flood),
        // Of a stream.
        .. Enumerable.Range(0, 15).Select(code => Frame(Reset, 1, [0, 0, 0, (byte)code])), Frame(Reset, 1, [1]),
        Frame(WindowUpdate, 1, new byte[4]), Frame(WindowUpdate, 1, [127, 255, 255, 255]), Body("{}", End),
        Frame(Headers, 1, [], EndHeaders), Frame(Headers, 1, [255, 255], EndHeaders),
        Frame(Headers, 1, [0x3f, 0xe1, 0xff, 0x7f], EndHeaders), Frame(Headers, 1, [9], EndHeaders | Padded),
        Frame(Headers, 1, [0x88]), Frame(Headers, 1, []) + Repeat(Frame(Continuation, 1, [0x88]), Flood),
        // Of HTTP.
        Fields(0, "x: y"), Fields(0, ":status: abc"), Fields(0, ":status: 99"), Fields(0, ":status: 1000"),
        Fields(0, ":status: 100") + Fields(End, Ok2), Fields(0, ":status: 101"), Fields(End, ":status: 204"),
        Fields(0, Ok2, Ok2), Fields(0, Ok2, ":path: /"), Fields(0, Ok2, "Upper: x"), Fields(0, Ok2, "a: \r\n"),
        Fields(0, Ok2, "content-length: 9") + Body("x", End), Fields(0, Ok2, "content-length: -1") + Body("{}", End),
        Fields(0, Ok2, "transfer-encoding: chunked") + Body("{}", End), Fields(0, Ok2) + Fields(0, Ok2),
        Fields(0, Ok2) + Repeat(Body("", 0), Flood), Fields(End, ":status: 503", "retry-after: -1"),
        // Of gRPC.
        .. ((string[])["-1", "99", "99999999999", "1\0", "16"])
            .Select(status => Fields(End, Ok2, Grpc, $"grpc-status: {status}")),
        Fields(End, Ok2, Grpc, "grpc-status: 13", "grpc-message: %FF%0%"), Fields(End, Ok2, Grpc),
        Fields(0, Ok2, "content-type: ;") + Body("{}", End),
        Fields(End, Ok2, Grpc, "grpc-status: 13", "grpc-status-details-bin: ***"),
        Fields(0, Ok2, Grpc, "grpc-encoding: gzip") + Message(1, 3, "abc") + Trailer("0"),
        Fields(0, Ok2, Grpc, "grpc-encoding: x") + Message(1, 3, "abc") + Trailer("0"),
        Fields(0, Ok2, Grpc) + Message(0, -1, "abc") + Trailer("0"),
        Fields(0, Ok2, Grpc) + Message(9, 0, "") + Trailer("0"), Fields(0, Ok2, Grpc) + Message(0, int.MaxValue, "abc"),
        Fields(0, Ok2, Grpc) + Message(0, 99, "abc", End), Fields(0, Ok2, Grpc) + Message(0, 0, "") + Trailer("0"),
        Fields(0, Ok2, Grpc) + Message(0, 0, "") + Trailer("5"),
        Fields(0, Ok2, Grpc) + Message(0, 2, "\u000a\u00ff") + Trailer("0"), Fields(0, Ok2, Grpc) + Body("\0", End),
        Fields(0, Ok2, Grpc) + Message(0, 0, "") + Message(0, 0, "") + Trailer("0"),
        Fields(0, Ok2, Grpc) + "$$" + Trailer("0") + Trailer("0"), Fields(0, Ok2, Grpc) + "$$" + "$$" + Trailer("0"),
        Fields(0, Ok2, Grpc) + "$$" + Trailer("13"), Fields(0, Ok2, Grpc) + "$$" + Fields(End, "grpc-status: x"),
        Fields(0, Ok2, Grpc) + "$$" + Fields(End, "grpc-status: 0", "grpc-message: a", "grpc-message: b"),
        // Of JSON.
        .. ((string[])["text/html", "application/json; charset=utf-7", "application/json; charset=x"])
            .Select(type => Fields(0, Ok2, $"content-type: {type}") + "$$" + Body("", End)),
    ];

    [Fact]
    public Task HostileResponses_GetCustomerWithEachStrategy_AreNeverAServerError() => ShouldNeverFailAsync(
        Responses, Invalid.Length, [.. StrategyCatalog.Names.Except(["grpc"])],
        async (connection, answer) =>
        {
            // A WebClient sends the next request over the connection of a good response.
            while (true)
            {
                var path = (await connection.ReadRequestAsync()).Split(' ')[1];
                var document = BackendDocuments.Get(path).ReplaceLineEndings("");
                await answer(path, document, $"{Ok}Content-Length: {document.Length}\r\n\r\n$$");
            }
        });

    [Fact]
    public Task HostileFrames_GetCustomerWithEachStrategy_AreNeverAServerError() => ShouldNeverFailAsync(
        Responses2, Invalid2.Length,
        [
            .. StrategyData.HttpClientStrategies.Select(row => $"{row.Data}&http=2"),
            .. Enumerable.Range(1, 5).Select(i => $"grpc&http=2{(i < 3 ? "" : "-multi")}&fanout={FanOutMode.All[i % 2]}"
                + $"&client={ClientLifetime.All[i % 3]}&resilience={ResilienceMode.All[i % 4]}"),
        ],
        (connection, answer) =>
        {
            var peer = new Http2Peer(connection);
            return peer.ServeAsync(_ =>
            {
                if (peer.Request.Body is [])
                {
                    var path = Regex.Match(peer.Request.Headers, "/api/customer/[0-9a-z/-]+").Value;
                    var json = Body(BackendDocuments.Get(path).ReplaceLineEndings(""), 0);
                    return answer(path, json, Fields(0, Ok2, "content-type: application/json") + "$$" + Body("", End));
                }

                // The message for a customer has the first field only.
                var asked = OrderRequest.Parser.ParseFrom(peer.Request.Body[5..]);
                var (customer, id) = (asked.CustomerId, asked.Id);
                TimeMessage time = new() { Instant = new() };
                IMessage message = id is 0
                    ? GrpcFailureTests.CreateCustomer(customer)
                    : new OrderMessage { Id = id, CustomerId = customer, PlacedAt = time, Total = new() };
                return answer(
                    $"/api/customer/{customer}{(id is 0 ? "" : "/order")}",
                    Message(0, message.CalculateSize(), Encoding.Latin1.GetString(message.ToByteArray())),
                    Fields(0, Ok2, Grpc) + "$$" + Trailer("0"));
            });
        });

    private static async Task ShouldNeverFailAsync(
        string[] responses, int invalid, string[] strategies,
        Func<HostileConnection, Func<string, string, string, Task>, Task> serve)
    {
        // The id of the customer is the number of the cell. The next one has good responses.
        var cells = (
            from response in Enumerable.Range(0, responses.Length)
            from isOrder in (bool[])[false, true]
            from ending in Enum.GetValues<HostileEnding>()
            from strategy in strategies
            select (Response: response, IsOrder: isOrder, Ending: ending, Strategy: strategy)).ToArray();
        var played = new ConcurrentDictionary<int, bool>();
        using var log = new LogRecorder();
        var failed = new ConcurrentQueue<string>();

        // A busy machine may reach a short limit before it asks for the hostile response, and a WebClient may ask for it
        // over a connection that an earlier one has ended: those are asked for again.
        await Task.WhenAll(
            SendAsync(12, isEnding: true, "00:01:00", "00:01:00", "00:01:00"),
            SendAsync(48, isEnding: false, "00:00:00.300", "00:00:02", "00:00:10"));

        failed.Take(20).ShouldBeEmpty($"{failed.Count} of {cells.Length} failed");
        log.Lines.Where(line => line.Level >= LogLevel.Error).ShouldBeEmpty();
        played.Count.ShouldBe(cells.Length);

        async Task SendAsync(int callers, bool isEnding, params string[] timeLimits)
        {
            foreach (var timeLimit in timeLimits)
            {
                // WebClients keep connections by address. What a silent one has left must not reach the others.
                await using var backend = new HostileServer(connection => serve(connection, async (path, document, good) =>
                {
                    var id = int.Parse(path.Split('/')[3]);
                    var isHostile = id < cells.Length
                        && (cells[id].IsOrder == BackendDocuments.IsOrderPath(path) || path.EndsWith("/with-orders"));
                    if (isHostile)
                        played[id] = true;
                    await connection.SendAsync((isHostile ? responses[cells[id].Response] : good).Replace("$$", document));
                    if (isHostile)
                        await connection.EndAsync(cells[id].Ending);
                }));
                await using var frontend = new FrontendUnderTest(
                    backend.Url, ("Backend:Http2Address", backend.Url), ("Backend:Timeout", timeLimit),
                    ("Client:PooledConnectionIdleTimeout", "00:00:01"))
                {
                    ExtraServices = services =>
                        Configure(services, new(backend.Url)).AddSingleton<ILoggerProvider>(log),
                };
                using var client = frontend.CreateHttpClient();
                var ids = Enumerable.Range(0, cells.Length).Where(id =>
                    isEnding == cells[id].Ending is not HostileEnding.None && !played.ContainsKey(id)).ToArray();
                var stop = TestContext.Current.CancellationToken;
                var options = new ParallelOptions { MaxDegreeOfParallelism = callers, CancellationToken = stop };
                await Parallel.ForEachAsync(ids, options, async (id, _) =>
                {
                    var cell = cells[id];
                    using var response = await client.GetAsync($"/api/customer/{id}?strategy={cell.Strategy}", stop);
                    var body = await response.Content.ReadAsStringAsync(stop);
                    var (status, type) = ((int)response.StatusCode, response.Content.Headers.ContentType?.MediaType);
                    if (status is 500 || (status is not 200 && type is not "application/problem+json")
                        || (status is 504 && isEnding)
                        || (status is not 502 && cell.Ending is HostileEnding.Closed && cell.Response < invalid))
                        failed.Enqueue($"{cell} {string.Concat(responses[cell.Response].Take(200))} {body}");
                });
                foreach (var strategy in isEnding ? strategies : [])
                    await frontend.GetBodyAsync($"/api/customer/{cells.Length}?strategy={strategy}");
            }
        }
    }

    private static IServiceCollection Configure(IServiceCollection services, Uri backend) => services
        .PostConfigureAll<HttpClientFactoryOptions>(options => options.HttpMessageHandlerBuilderActions.Add(builder =>
        {
            var primary = (SocketsHttpHandler)builder.PrimaryHandler;
            primary.ConnectCallback = (_, _) => new(new TcpClient(backend.Host, backend.Port).GetStream());
            // The factory would set the meters of a primary handler that it knows.
            var own = new OwnConnection(primary);
            (builder.PrimaryHandler, primary.MeterFactory) = (own, own);
        }))
        .PostConfigureAll<HttpStandardResilienceOptions>(options =>
            (options.Retry.Delay, options.CircuitBreaker.MinimumThroughput) = (TimeSpan.Zero, int.MaxValue))
        .PostConfigureAll<HttpStandardHedgingResilienceOptions>(options =>
            options.Endpoint.CircuitBreaker.MinimumThroughput = int.MaxValue);

    private static string Frame(byte type, int stream, byte[] payload, int flags = 0) =>
        Encoding.Latin1.GetString(Http2Peer.CreateFrame(type, (byte)flags, stream, payload));

    private static string Fields(byte flags, params string[] fields) =>
        Frame(Headers, 1, Http2Peer.EncodeHeaders(fields), flags | EndHeaders);

    private static string Trailer(string status) => Fields(End, $"grpc-status: {status}");

    private static string Body(string text, byte flags) => Frame(Data, 1, Encoding.Latin1.GetBytes(text), flags);

    private static string Message(byte isCompressed, int length, string text, byte flags = 0) =>
        Body(Encoding.Latin1.GetString([isCompressed, .. Http2Peer.ToBytes(length)]) + text, flags);

    private static string Repeat(string text, int times) => string.Concat(Enumerable.Repeat(text, times));

    // A pool of connections has one host. Its series of metrics would be in those of all front-ends of the process.
    private sealed class OwnConnection(HttpMessageHandler primary) : DelegatingHandler(primary), IMeterFactory
    {
        private static int _count;

        public Meter Create(MeterOptions options) => new("ignored");

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken stop)
        {
            var host = $"host{Interlocked.Increment(ref _count)}";
            request.RequestUri = new UriBuilder(request.RequestUri!) { Host = host }.Uri;
            return base.SendAsync(request, stop);
        }
    }
}
