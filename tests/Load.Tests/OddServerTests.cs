using System.Net.Security;

namespace Load.Tests;

/// <summary>
/// Servers that bend or break HTTP/1.1. Each sends 10 requests over one connection if it can, and each outcome is that
/// of RFC 9112: what the server sent is a response, or it is an error, and never the response to another request.
/// </summary>
public sealed class OddServerTests : LoadToolTests
{
    private const string TwoBytes = "Content-Length: 2\r\n\r\nok";
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private const string Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
    private const string Interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    private const string UntilClose = "HTTP/1.0 200 OK\r\n\r\nok";
    private static readonly string LongHeader = new('x', 66_560);
    private static readonly string[] Ways = ["direct", "TLS"];

    // What the server sends, what is counted, the number of connections, and how many end with unexpected bytes.
    private static readonly Dictionary<string, (string Response, string Outcome, int Connections, int Unexpected)>
        Servers = new()
        {
            ["equal lengths twice"] =
                ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", "200", 1, 0),
            ["different lengths"] = ($"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n{TwoBytes}", "protocol", 10, 0),
            ["a list of different lengths"] = ("HTTP/1.1 200 OK\r\nContent-Length: 2, 7\r\n\r\nok", "protocol", 10, 0),
            ["a length that is no number"] = ("HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok", "protocol", 10, 0),
            ["a length and chunks"] = ($"{Chunked}Content-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n", "200", 1, 0),
            ["chunks with trailers"] = ($"{Chunked}\r\n1;a=b\r\no\r\n1\r\nk\r\n0\r\nA: b\r\nC: d\r\n\r\n", "200", 1, 0),
            ["a bad chunk size"] = ($"{Chunked}\r\nxyz\r\nok\r\n0\r\n\r\n", "protocol", 10, 0),
            ["bytes after a 204"] = ("HTTP/1.1 204 No Content\r\n\r\nbody", "204", 10, 10),
            ["bytes after the last chunk"] = ($"{Chunked}\r\n2\r\nok\r\n0\r\n\r\nmore", "200", 10, 10),
            ["bytes after a long body"] =
                ($"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n{LongHeader[..10_000]}more", "200", 10, 10),
            ["two responses"] = (Ok + Ok, "200", 10, 10),
            ["103 before 200"] = (Interim + Ok, "200", 1, 0),
            ["1,000 times 103"] = (string.Concat(Enumerable.Repeat(Interim, 1_000)) + Ok, "200", 1, 0),
            ["3,000 times 103"] = (string.Concat(Enumerable.Repeat(Interim, 3_000)) + Ok, "protocol", 10, 0),
            ["another protocol"] = ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "protocol", 10, 0),
            ["HTTP/1.0"] = ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "200", 10, 0),
            ["HTTP/1.0 with keep-alive"] = ($"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n{TwoBytes}", "200", 1, 0),
            ["until close"] = ("HTTP/1.0 200 OK\r\n\r\nok|close", "200", 10, 0),
            ["until close in HTTP/1.1"] = ("HTTP/1.1 200 OK\r\n\r\nok|close", "200", 10, 0),
            ["until reset"] = ("HTTP/1.1 200 OK\r\n\r\nok|reset", "reset", 10, 0),
            ["close, and stay open"] =
                ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", "200", 10, 0),
            ["close, then keep-alive"] =
                ($"HTTP/1.1 200 OK\r\nConnection: close\r\nConnection: keep-alive\r\n{TwoBytes}", "200", 10, 0),
            ["keep-alive, then close"] =
                ($"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nConnection: close\r\n{TwoBytes}", "200", 10, 0),
            ["only line feeds, no reason"] = ("HTTP/1.1 200\nContent-Length: 2\n\nok", "200", 1, 0),
            ["a folded header"] = ("HTTP/1.1 200 OK\r\nA: b\r\n  c\r\nContent-Length: 2\r\n\r\nok", "200", 1, 0),
            ["no HTTP"] = ("SSH-2.0-OpenSSH_9.2\r\n", "protocol", 10, 0),
            ["60 kB of headers"] = ($"HTTP/1.1 200 OK\r\nA: {LongHeader[..60_000]}\r\n{TwoBytes}", "200", 1, 0),
            ["65 kB of headers"] =
                ($"HTTP/1.1 200 OK\r\nA: {LongHeader}\r\nContent-Length: 2\r\n\r\nok", "protocol", 10, 0),
            ["an endless header"] = ($"HTTP/1.1 200 OK\r\nA: {LongHeader}", "protocol", 10, 0),
        };

    private int _requestsRead;
    private int _requestsAnswered;
    private int _connections;

    public static MatrixTheoryData<string, string> WaysAndServers => new(["direct", "TLS"], Servers.Keys);

    [Theory]
    [MemberData(nameof(WaysAndServers))]
    public async Task Run_OddServer_CountsResponsesErrorsAndConnections(string way, string name)
    {
        var (response, outcome, connections, unexpected) = Servers[name];

        var run = await SendAsync(way, connection => ServeAsync(connection, response), "-n 10 -c 1 --timeout 20s");

        ShouldHaveCounted(run, (outcome, 10));
        (_requestsRead, _connections, run.Requests).ShouldBe((10, connections, 10));
        (run.Timings!.ConnectionsOpened, run.UnexpectedBytes).ShouldBe((connections, unexpected));
        var markdown = await Tool.ReadMarkdownAsync();
        foreach (var report in (string[])[Tool.Output, markdown])
        {
            report.Contains($" {unexpected} connections closed by the client", StringComparison.Ordinal)
                .ShouldBe(unexpected > 0, report);
        }
    }

    public static MatrixTheoryData<string, string> WaysAndServersThatIgnoreClose => new(
        Ways,
        [Ok, $"{Ok}|close", $"HTTP/1.0 200 OK\r\nServer: SimpleHTTP/0.6 Python/3.11\r\n{TwoBytes}|close"]);

    // The header asks for a connection for each request. The load tool ends each, whether the server does so or not.
    [Theory]
    [MemberData(nameof(WaysAndServersThatIgnoreClose))]
    public async Task Run_ConnectionClose_OpensConnectionForEachRequest(string way, string response)
    {
        var run = await SendAsync(
            way, connection => ServeAsync(connection, response), "-n 100 -c 4 -H Connection:close");

        ShouldHaveCounted(run, ("200", 100));
        (_requestsRead, _connections).ShouldBe((100, 100));
        (run.Timings!.ConnectionsOpened, run.UnexpectedBytes).ShouldBe((100, 0));
    }

    public static MatrixTheoryData<string, string, string> WaysAndCutResponses => new(
        Ways,
        [Ok, Interim + Ok, $"{Chunked}\r\n1;a=b\r\no\r\n1\r\nk\r\n0\r\nA: b\r\n\r\n", UntilClose],
        ["close", "reset"]);

    // The server ends connection k after byte k of the response. Only the end of the connection tells where the last
    // response ends, so each of its bodies is whole, unless the connection is reset.
    [Theory]
    [MemberData(nameof(WaysAndCutResponses))]
    public async Task Run_ConnectionEndsAtAnyByte_NoPartOfResponseCountsAsResponse(
        string way, string response, string end)
    {
        var (failure, whole) = end == "reset" ? ("reset", 0) : ("closed early", response == UntilClose ? 2 : 0);

        var run = await SendAsync(
            way,
            connection => ServeAsync(connection, $"{response[..connection.Number]}|{end}"),
            $"-n {response.Length} -c 1 --timeout 20s");

        ShouldHaveCounted(run, ("200", whole), (failure, response.Length - whole));
        (_requestsRead, _connections).ShouldBe((response.Length, response.Length));
    }

    // On each connection, the server answers the first request, reads the second one and ends the connection. A request
    // whose connection ends is never sent again.
    [Theory]
    [InlineData("reset next", "reset", "-c 1 --body {}")]
    [InlineData("close next", "closed early", "-c 10 -m POST")]
    [InlineData("close", "none, because no request was sent on the closed connection", "-c 1 --delay 20ms --body {}")]
    public async Task Run_ServerEndsReusedConnections_SendsNoRequestAgain(string end, string failure, string request)
    {
        var run = await SendAsync(
            "direct", connection => ServeAsync(connection, $"{Ok}|{end}"), $"-n 50 {request}");

        (run.Requests, _requestsRead).ShouldBe((50, 50));
        ShouldHaveCounted(run, ("200", _requestsAnswered), (failure, 50 - _requestsAnswered));
    }

    // Without the announcement of the end that TLS has, anybody on the way may have cut the body.
    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\n\r\nok|cut")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok|cut in a record")]
    [InlineData("HTTP/1.1 200 OK\r\n\r\nok|cut in a record")]
    public async Task Run_TlsEndsWithoutAnnouncement_BodyCountsAsCut(string response)
    {
        var run = await SendAsync("TLS", connection => ServeAsync(connection, response), "-n 10 -c 1");

        ShouldHaveCounted(run, ("closed early", 10));
    }

    // The server answers before it has read the request, and never reads the rest of it.
    [Fact]
    public async Task Run_ServerAnswersWithoutReadingBody_CountsAnswer()
    {
        var body = Path.Combine(Tool.Folder, "body");
        await File.WriteAllBytesAsync(body, new byte[20_000_000], TestContext.Current.CancellationToken);
        await using var server = new HostileServer(async connection =>
        {
            await connection.Stream.ReadExactlyAsync(new byte[100], connection.Stop);
            await connection.SendAsync("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
            await Task.Delay(Timeout.Infinite, connection.Stop);
        });

        await Tool.RunAsync(server.Url, $"-n 3 -c 1 --body @{body} --timeout 20s");

        (await Tool.ReadRunAsync()).Statuses["413"].ShouldBe(3, Tool.Output);
    }

    // A HEAD has no body, whatever its length says.
    [Theory]
    [InlineData("direct", "", 1)]
    [InlineData("TLS", "body", 10)]
    public async Task Run_Head_ReadsNoBody(string way, string body, int connections)
    {
        var run = await SendAsync(
            way,
            connection => ServeAsync(connection, $"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{body}"),
            "-n 10 -c 1 -m HEAD");

        ShouldHaveCounted(run, ("200", 10));
        (_connections, run.UnexpectedBytes).ShouldBe((connections, connections == 1 ? 0 : 10));
    }

    private async Task<VariantResult> SendAsync(string way, Func<HostileConnection, Task> serve, string options)
    {
        using var certificate = way == "TLS" ? TestCertificate.Create("localhost") : null;
        await using var server = new HostileServer(serve, certificate);
        await Tool.RunAsync(server.Url, options, "--tls", "insecure");
        return await Tool.ReadRunAsync();
    }

    private void ShouldHaveCounted(VariantResult run, params (string Outcome, long Count)[] expected) =>
        run.Statuses.Concat(run.TransportErrors)
            .Where(one => one.Value > 0)
            .Select(one => (one.Key, one.Value))
            .ShouldBe(expected.Where(one => one.Count > 0), Tool.Output);

    // The text ends with |close or |reset if that is how the server ends the connection, at once or after it has read the
    // next request.
    private async Task ServeAsync(HostileConnection connection, string response)
    {
        Interlocked.Increment(ref _connections);
        var parts = response.Split('|');
        while (true)
        {
            await connection.ReadRequestAsync();
            Interlocked.Increment(ref _requestsRead);
            Interlocked.Increment(ref _requestsAnswered);
            await connection.SendAsync(parts[0]);
            if (parts is not [_, var end])
                continue;
            if (end.EndsWith("next", StringComparison.Ordinal))
            {
                await connection.ReadRequestAsync();
                Interlocked.Increment(ref _requestsRead);
            }

            if (end.StartsWith("reset", StringComparison.Ordinal))
                connection.ResetAtEnd();
            else if (end == "close" && connection.Stream is SslStream tls)
                await tls.ShutdownAsync();
            else if (end == "cut in a record")
                await connection.Socket.SendAsync(HostileConnection.StartOfTlsRecord);
            return;
        }
    }
}
