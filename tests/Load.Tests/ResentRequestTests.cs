namespace Load.Tests;

public sealed class ResentRequestTests : LoadToolTests
{
    private const string ResponseText = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private int _requestsRead;
    private int _requestsAnswered;

    // On each connection, the server answers the first request, reads the second request and then closes the connection
    // without an answer.
    [Theory]
    [InlineData(true, "--body {}", 1)]
    [InlineData(false, "-m POST", 10)]
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

        var exit = await Tool.RunAsync(server.Url, $"-n 100 -c {connections} {request}");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Output);
        var run = await Tool.ReadRunAsync();
        run.Statuses["200"].ShouldBe(_requestsAnswered);
        run.TransportErrors[isReset ? "reset" : "closed early"].ShouldBe(100 - _requestsAnswered);
        (run.Requests, _requestsRead).ShouldBe((100, 100));
    }

    // The server closes each connection after one answer. The load tool then sends the next request on a new
    // connection. The request counts as sent once, because it was not sent on the closed connection.
    [Fact]
    public async Task Run_ServerClosesIdleConnections_OpensNewOnesAndSendsEachRequestOnce()
    {
        await using var server = new HostileServer(async connection =>
        {
            await ReadAsync(connection);
            await connection.SendAsync(ResponseText);
        });

        await Tool.RunAsync(server.Url, "-n 10 -c 1 --delay 20ms --body {}");

        var run = await Tool.ReadRunAsync();
        (run.Statuses["200"], run.Errors).ShouldBe((10, 0), Tool.Output);
        (_requestsRead, run.Timings!.ConnectionsOpened).ShouldBe((10, 10));
    }

    private async Task ReadAsync(HostileConnection connection)
    {
        await connection.ReadRequestAsync();
        Interlocked.Increment(ref _requestsRead);
    }
}
