using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>Tests that every request is sent once, whatever the server does with its connections.</summary>
public sealed class ResentRequestTests : IDisposable
{
    private const string ResponseText = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private readonly LoadTool _tool = new();
    private int _requestsRead;
    private int _requestsAnswered;

    public void Dispose() => _tool.Dispose();

    public static TheoryData<bool, string, int> Cases
    {
        get
        {
            var cases = new TheoryData<bool, string, int>();
            foreach (var isReset in new[] { false, true })
            {
                foreach (var request in new[] { "", "-m POST", "--body {}" })
                {
                    foreach (var connections in new[] { 1, 50 })
                        cases.Add(isReset, request, connections);
                }
            }

            return cases;
        }
    }

    // On each connection, the server answers the first request, reads the second request and then closes the connection
    // without an answer.
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Run_ServerClosesReusedConnections_ReportsWhatServerAnswered(
        bool isReset, string request, int connections)
    {
        await using var server = new HostileServer(async connection =>
        {
            await ReadAsync(connection);
            Interlocked.Increment(ref _requestsAnswered);
            await connection.SendAsync(ResponseText);
            await ReadAsync(connection);
            if (isReset)
                connection.ResetAtEnd();
        });

        var exit = await _tool.InvokeAsync(
        [
            "run", "-u", server.Url, "-n", "1000", "-c", $"{connections}", "--warmup", "0s",
            .. request.Split(' ', StringSplitOptions.RemoveEmptyEntries),
        ]);

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output);
        var run = (await _tool.ReadResultAsync()).Variants[0];
        run.Statuses["200"].ShouldBe(_requestsAnswered);
        run.TransportErrors[isReset ? "reset" : "closed early"].ShouldBe(1000 - _requestsAnswered);
        (run.Requests, run.Resent, _requestsRead).ShouldBe((1000, 0, 1000));
    }

    // The server closes each connection after one answer. The load tool then sends the next request on a new
    // connection. The request counts as sent once, because it was not sent on the closed connection.
    [Theory]
    [InlineData("-m GET")]
    [InlineData("--body {}")]
    public async Task Run_ServerClosesIdleConnections_OpensNewOnesAndSendsEachRequestOnce(string request)
    {
        await using var server = new HostileServer(async connection =>
        {
            await ReadAsync(connection);
            await connection.SendAsync(ResponseText);
        });

        await _tool.InvokeAsync(
            ["run", "-u", server.Url, "-n", "30", "-c", "1", "--delay", "20ms", "--warmup", "0s", .. request.Split(' ')]);

        var run = (await _tool.ReadResultAsync()).Variants[0];
        (run.Statuses["200"], run.Errors, run.Resent).ShouldBe((30, 0, 0), _tool.Output);
        (_requestsRead, run.Timings!.ConnectionsOpened).ShouldBe((30, 30));
    }

    [Fact]
    public async Task Run_Http2ServerRefusesStreams_CountsRequestsThatClientSentAgain()
    {
        await using var server = new HostileServer(connection => new Http2Refuser(connection, refused: 3).ServeAsync());

        var exit = await _tool.InvokeAsync(
            "run", "-u", server.Url, "-n", "20", "-c", "1", "--streams", "2", "--warmup", "0s",
            "--http-version", "2");

        var run = (await _tool.ReadResultAsync()).Variants[0];
        (run.Statuses["200"], run.Errors, run.Resent).ShouldBe((20, 0, 3), _tool.Output);
        exit.ShouldBe(ExitCode.InvalidResult);
        _tool.Output.ShouldContain("Requests sent again by the HTTP client: 3, limit 0");
    }

    private async Task ReadAsync(HostileConnection connection)
    {
        var head = await connection.ReadRequestAsync();
        if (head.Contains(" /metrics ", StringComparison.Ordinal))
            throw new IOException("not a request of the run");
        Interlocked.Increment(ref _requestsRead);
    }
}
