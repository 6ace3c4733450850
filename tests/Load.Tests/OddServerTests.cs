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
    private static readonly string LongHeader = new('x', 66_560);
    private int _requestsRead;
    private int _connections;

    public static TheoryData<string, string, string, int, int> Servers => new()
    {
        { "equal lengths twice", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", "200", 1, 0 },
        { "different lengths", $"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n{TwoBytes}", "protocol", 10, 0 },
        { "a list of equal lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", "200", 1, 0 },
        { "a length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok", "protocol", 10, 0 },
        { "a length and chunks", $"{Chunked}Content-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n", "200", 1, 0 },
        { "chunks with trailers", $"{Chunked}\r\n1;a=b\r\no\r\n1\r\nk\r\n0\r\nA: b\r\nC: d\r\n\r\n", "200", 1, 0 },
        { "a bad chunk size", $"{Chunked}\r\nxyz\r\nok\r\n0\r\n\r\n", "protocol", 10, 0 },
        { "a chunk longer than its size", $"{Chunked}\r\n1\r\nok\r\n0\r\n\r\n", "protocol", 10, 0 },
        { "bytes after a 204", "HTTP/1.1 204 No Content\r\n\r\nbody", "204", 10, 10 },
        { "two responses", Ok + Ok, "200", 10, 10 },
        { "103 before 200", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Ok, "200", 1, 0 },
        { "another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "protocol", 10, 0 },
        { "HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "200", 10, 0 },
        { "HTTP/1.0 with keep-alive", $"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n{TwoBytes}", "200", 1, 0 },
        { "until close", "HTTP/1.0 200 OK\r\n\r\nok|close", "200", 10, 0 },
        { "no response", "|close", "closed early", 10, 0 },
        { "half a head", "HTTP/1.1 200 OK\r\nContent-Le|close", "closed early", 10, 0 },
        { "half a body", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok|close", "closed early", 10, 0 },
        { "reset in the body", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok|reset", "reset", 10, 0 },
        { "close, and stay open", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", "200", 10, 0 },
        { "only line feeds, no reason", "HTTP/1.1 200\nContent-Length: 2\n\nok", "200", 1, 0 },
        { "a folded header", "HTTP/1.1 200 OK\r\nA: b\r\n  c\r\nContent-Length: 2\r\n\r\nok", "200", 1, 0 },
        { "a header without a name", "HTTP/1.1 200 OK\r\nwhatever\r\n\r\n", "protocol", 10, 0 },
        { "no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "protocol", 10, 0 },
        { "60 kB of headers", $"HTTP/1.1 200 OK\r\nA: {LongHeader[..60_000]}\r\n{TwoBytes}", "200", 1, 0 },
        { "65 kB of headers", $"HTTP/1.1 200 OK\r\nA: {LongHeader}\r\nContent-Length: 2\r\n\r\nok", "protocol", 10, 0 },
        { "an endless header", $"HTTP/1.1 200 OK\r\nA: {LongHeader}", "protocol", 10, 0 },
    };

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task Run_OddServer_CountsResponsesErrorsAndConnections(
        string name, string response, string outcome, int connections, int unexpected)
    {
        await using var server = new HostileServer(connection => ServeAsync(connection, response));

        await Tool.RunAsync(server.Url, "-n 10 -c 1 --timeout 20s");

        var run = await Tool.ReadRunAsync();
        var counted = run.Statuses.Concat(run.TransportErrors).Where(one => one.Value > 0);
        counted.ShouldBe([KeyValuePair.Create(outcome, 10L)], name + Tool.Output);
        (_requestsRead, _connections, run.Requests).ShouldBe((10, connections, 10), name);
        (run.Timings!.ConnectionsOpened, run.UnexpectedBytes, run.Resent).ShouldBe((connections, unexpected, 0), name);
        Tool.Output.Contains("bytes that belong to no response", StringComparison.Ordinal).ShouldBe(unexpected > 0);
    }

    [Fact]
    public async Task Run_HeadArrivesByteByByte_ReadsEachResponse()
    {
        await using var server = new HostileServer(async connection =>
        {
            connection.Socket.NoDelay = true;
            while (await connection.ReadRequestAsync() is not null)
            {
                foreach (var character in Ok)
                    await connection.SendAsync($"{character}");
            }
        });

        await Tool.RunAsync(server.Url, "-n 3 -c 1");

        (await Tool.ReadRunAsync()).Statuses["200"].ShouldBe(3, Tool.Output);
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
    [Fact]
    public async Task Run_Head_ReadsNoBody()
    {
        await using var server = new HostileServer(
            connection => ServeAsync(connection, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"));

        await Tool.RunAsync(server.Url, "-n 10 -c 1 -m HEAD");

        (await Tool.ReadRunAsync()).Statuses["200"].ShouldBe(10, Tool.Output);
        _connections.ShouldBe(1);
    }

    // The text ends with |close or |reset if that is how the server ends the connection.
    private async Task ServeAsync(HostileConnection connection, string response)
    {
        Interlocked.Increment(ref _connections);
        var parts = response.Split('|');
        while (true)
        {
            await connection.ReadRequestAsync();
            Interlocked.Increment(ref _requestsRead);
            await connection.SendAsync(parts[0]);
            if (parts is not [_, var end])
                continue;
            if (end == "reset")
                connection.ResetAtEnd();
            return;
        }
    }
}
