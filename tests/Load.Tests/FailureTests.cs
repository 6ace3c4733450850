namespace Load.Tests;

public sealed class FailureTests : LoadToolTests
{
    private const string Unfinished = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
    private const string Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    /// <summary>
    /// The kind and the cause of a failure; what the server does, as words: read (the request), send (the second part),
    /// repeat (the third part), stay (silent), reset or close; and the options of the load tool.
    /// </summary>
    public static TheoryData<string, string, string, string> Failures => new()
    {
        { "reset", "", "reset", "" },
        { "reset", "reset by peer", "read reset", "" },
        { "closed early", "closed after the request was sent", "read close", "" },
        { "closed early", "before the end of the answer", $"read send close|{Unfinished}half", "" },
        { "timeout", "no answer within the time limit", "read stay", "" },
        { "timeout", "the answer did not end", $"read send repeat|{Chunked}|1\r\nx\r\n", "" },
        { "protocol", "headers", "read send repeat|HTTP/1.1 200 OK\r\n|X-More: and more\r\n", "" },
        { "protocol", "", "send stay|SSH-2.0-OpenSSH_9.2\r\n", "" },
        { "protocol", "SSH-2.0", "read send close|SSH-2.0-OpenSSH_9.2\r\n\r\n", "" },
        { "too long", "longer than", $"read send repeat|{Chunked}|BODY", "--expect /x{9}/" },
        { "tls", "closed during the TLS handshake", "close", "" },
    };

    [Theory]
    [MemberData(nameof(Failures))]
    public async Task Run_HostileServer_EndsWithResultThatNamesKindCauseAndAdvice(
        string kind, string cause, string behaviour, string options)
    {
        await using var server = StartServer(behaviour);

        var (url, timeout) = (kind == "tls" ? $"https://{server.Authority}/" : server.Url, kind == "timeout" ? 1 : 20);
        await Tool.RunAsync(url, $"-n 2 -c 2 --timeout {timeout}s {options}");

        var run = await Tool.ReadRunAsync();
        run.TransportErrors.ShouldBe(new Dictionary<string, long> { [kind] = 2 }, Tool.Output);
        var causes = run.Causes!.ShouldHaveSingleItem();
        causes.Key.ShouldBe(kind);
        causes.Value.Values.Sum().ShouldBe(2);
        var text = causes.Value.Keys.First();
        text.ShouldContain(cause);
        text.ShouldNotBeEmpty();
        var output = string.Join(' ', Tool.Output.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        output.ShouldContain(text);
        output.ShouldContain(TransportErrors.GetAdvice(kind));
    }

    [Fact]
    public async Task Run_RefusedConnection_NamesKindCauseAndAdvice()
    {
        var url = TestServer.RefusingUrl;

        var exit = await Tool.RunAsync(url, "-n 3");

        exit.ShouldBe(ExitCode.TargetUnreachable);
        (await Tool.ReadRunAsync()).Causes!.Keys.ShouldBe(["refused"]);
        Tool.Error.ShouldContain("refused: Connection refused\n  Is the service running, and on this port? Try curl -i");
    }

    [Theory]
    [InlineData(SocketError.TooManyOpenSockets, "too many files", "ulimit -n")]
    [InlineData(SocketError.AddressNotAvailable, "local resources", "ip_local_port_range")]
    [InlineData(SocketError.HostNotFound, "dns", "host name")]
    public void RequestFailure_OfSocketError_HasKindMessageAndAdvice(SocketError error, string kind, string advice)
    {
        var socket = new SocketException((int)error);

        // SocketsHttpHandler throws some socket errors unchanged, and wraps others.
        foreach (var exception in new Exception[] { socket, new HttpRequestException("failed", socket) })
        {
            var failure = RequestFailure.FromException(exception, new RequestTrace());

            failure.Kind.GetName().ShouldBe(kind);
            failure.Message.ShouldBe(socket.Message);
            failure.Kind.GetAdvice().ShouldContain(advice);
        }
    }

    private static HostileServer StartServer(string behaviour)
    {
        var parts = behaviour.Split('|');
        return new HostileServer(async connection =>
        {
            foreach (var word in parts[0].Split(' '))
            {
                await (word switch
                {
                    "read" => connection.ReadRequestAsync(),
                    "send" => connection.SendAsync(parts[1]),
                    "repeat" when parts[2] is "BODY" =>
                        connection.SendForeverAsync($"10000\r\n{new string('.', 0x10000)}\r\n"),
                    "repeat" => connection.SendForeverAsync(
                        parts[2], TimeSpan.FromMilliseconds(parts[2].Length < 10 ? 20 : 0)),
                    "stay" => connection.StaySilentAsync(),
                    "reset" => Task.Run(connection.ResetAtEnd),
                    // Closes only the sending direction of the socket. If the socket were closed fully, the operating
                    // system would answer data from the client with RST.
                    _ => Task.Run(() => connection.Socket.Shutdown(SocketShutdown.Send)),
                });
            }
        });
    }
}
