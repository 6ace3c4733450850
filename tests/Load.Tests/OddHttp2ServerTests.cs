using System.Security.Cryptography.X509Certificates;

namespace Load.Tests;

/// <summary>
/// Servers that bend or break HTTP/2. Each outcome is that of RFC 9113, and the server reads each request once, except
/// those that it says not to have processed.
/// </summary>
public sealed class OddHttp2ServerTests : LoadToolTests
{
    private const byte Data = 0;
    private const byte Headers = 1;

    // The client's preface, settings and window.
    private const int LengthBeforeRequest = 24 + 21 + 13;

    private static readonly Dictionary<string, OddServer> Servers = new()
    {
        ["an exact length"] = new("200", Play("answer content-length: 5")),
        ["a body that is too short"] = new("wrong length", Play("answer content-length: 11")),
        ["a body that is too long"] = new("wrong length", Play("answer content-length: 4")),
        ["no body"] = new("wrong length", Play("last-headers :status: 200, content-length: 11")),
        ["different lengths"] = new("wrong length", Play("answer content-length: 5, content-length: 6")),
        ["a length that is no number"] = new("wrong length", Play("answer content-length: five")),
        ["a response to HEAD"] = new("200", Play("last-headers :status: 200, content-length: 11"), "-m HEAD"),
        ["a body of a response to HEAD"] = new("wrong length", Play("answer"), "-m HEAD"),
        ["a 304 with the length of another response"] =
            new("304", Play("last-headers :status: 304, content-length: 11")),
        ["a body of a 204"] = new("wrong length", Play("headers :status: 204 | last-data hello")),
        ["a second answer"] = new("200", Play("answer | last-data hello")),
        ["a reset before the answer"] = new("protocol", Play("reset 8")),
        ["a reset without an error before the answer"] = new("closed early", Play("reset 0")),
        ["a reset after the headers"] = new("protocol", Play("headers :status: 200 | reset 8")),
        ["a reset in the body"] = new("protocol", Play("headers :status: 200 | data hello | reset 8")),
        ["a reset after the answer"] = new("200", Play("answer | reset 0")),
        ["every other stream refused"] = new("200", PlayUnless(2, $"reset {Http2Peer.RefusedStream}")) { Repeated = 10 },
        ["an end after each answer"] = new("200", Play("go-away this | answer | end")),
        ["an end before every other request"] = new("200", PlayUnless(2, "go-away before | end")) { Repeated = 10 },
        ["an end instead of an answer"] = new("closed early", Play("go-away this | end")),
        ["an end that denies an answer that has begun"] =
            new("closed early", Play("headers :status: 200 | go-away before | end")),
        ["an end within the headers"] =
            new("closed early", Play("go-away this | unfinished-headers :status: 200 | end")),
        ["an end with an error"] = new("protocol", Play("go-away error | end")),
        ["an end in the body that TLS does not announce"] =
            new("closed early", Play("headers :status: 200 | data hello | end"), "--tls insecure"),
    };

    private int _requestsRead;

    public static TheoryData<string> ServerNames => [.. Servers.Keys];

    [Theory]
    [MemberData(nameof(ServerNames))]
    public async Task Run_OddServer_CountsResponsesAndErrors(string name)
    {
        var odd = Servers[name];
        using var certificate = odd.Options.Contains("--tls") ? TestCertificate.Create("localhost") : null;
        await using var server = StartServer(odd.Answer, certificate);

        await Tool.RunAsync(server.Url, $"-n 10 -c 1 --http2 1 --timeout 20s {odd.Options}");

        var run = await Tool.ReadRunAsync();
        var counted = run.Statuses.Concat(run.TransportErrors).Where(one => one.Value > 0);
        counted.ShouldBe([KeyValuePair.Create(odd.Outcome, 10L)], name + Tool.Output);
        (_requestsRead, run.Requests).ShouldBe((10 + odd.Repeated, 10), Tool.Output);
    }

    // The connection with the number n ends after n bytes of the server's frames.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_ConnectionEndsAtAnyByte_CountsEachRequestOnce(bool isReset)
    {
        byte[] bytes =
        [
            .. Http2Peer.CreateFrame(4, 0, 0, []),
            .. Http2Peer.CreateFrame(Headers, 4, 1, Http2Peer.EncodeHeaders(":status: 200", "content-length: 5")),
            .. Http2Peer.CreateFrame(Data, 1, 1, [.. "hello"u8]),
        ];
        await using var server = new HostileServer(async connection =>
        {
            await connection.Stream.ReadAtLeastAsync(new byte[4096], LengthBeforeRequest + 1, true, connection.Stop);
            Interlocked.Increment(ref _requestsRead);
            await connection.Stream.WriteAsync(bytes.AsMemory(0, connection.Number), connection.Stop);
            if (isReset)
            {
                connection.ResetAtEnd();
                return;
            }

            connection.Socket.Shutdown(System.Net.Sockets.SocketShutdown.Send);
            await connection.StaySilentAsync();
        });

        await Tool.RunAsync(server.Url, $"-n {bytes.Length} -c 1 --http2 1 --timeout 20s");

        var run = await Tool.ReadRunAsync();
        (run.Requests, run.Errors).ShouldBe((bytes.Length, bytes.Length), Tool.Output);
        _requestsRead.ShouldBe(bytes.Length);
    }

    /// <summary>Answers a request with the steps of a text: a word and, separated by commas, its values.</summary>
    private static Answer Play(string steps) => async (peer, stream, _) =>
    {
        foreach (var step in steps.Split(" | "))
        {
            var (word, rest) = (step.Split(' ')[0], step.Contains(' ') ? step[(step.IndexOf(' ') + 1)..] : "");
            var fields = rest.Split(", ", StringSplitOptions.RemoveEmptyEntries);
            await (word switch
            {
                "answer" => peer.AnswerAsync(stream, fields),
                "headers" => peer.SendHeadersAsync(stream, false, fields),
                "last-headers" => peer.SendHeadersAsync(stream, true, fields),
                "unfinished-headers" => peer.SendAsync(Headers, 1, stream, Http2Peer.EncodeHeaders(fields)),
                "data" => peer.SendDataAsync(stream, rest, false),
                "last-data" => peer.SendDataAsync(stream, rest, true),
                "reset" => peer.ResetAsync(stream, int.Parse(rest)),
                "go-away" => rest switch
                {
                    "before" => peer.GoAwayAsync(Math.Max(0, stream - 2)),
                    _ => peer.GoAwayAsync(stream, rest is "error" ? 11 : 0),
                },
                "end" => peer.EndAsync(),
                _ => throw new ArgumentException(step),
            });
        }
    };

    /// <summary>Answers one of so many requests, and takes other steps for the others.</summary>
    private static Answer PlayUnless(int multiple, string steps) => (peer, stream, number) =>
        Play(number % multiple == 0 ? "answer" : steps)(peer, stream, number);

    private HostileServer StartServer(Answer answer, X509Certificate2? certificate) => new(
        connection =>
        {
            var peer = new Http2Peer(connection);
            return peer.ServeAsync(stream => answer(peer, stream, Interlocked.Increment(ref _requestsRead)));
        },
        certificate);

    /// <summary>Answers a request on a stream. Requests are numbered from 1 over all connections.</summary>
    private delegate Task Answer(Http2Peer peer, int stream, int number);

    private sealed record OddServer(string Outcome, Answer Answer, string Options = "")
    {
        /// <summary>How many requests the handler sends again, because the server did not process them.</summary>
        public int Repeated { get; init; }
    }
}
