using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Load.Cli;
using Load.Http;
using Load.Http.Connections;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>
/// Tests that the load tool reports the kind and the cause of each failed request, and advises what to do.
/// </summary>
public sealed class FailureTests : LoadToolTests
{
    private const string UnfinishedHeaders = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
    private const string ChunkedHeaders = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static readonly string Chunk = $"10000\r\n{new string('.', 0x10000)}\r\n";
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly Lazy<X509Certificate2> Certificate = new(CreateCertificate);

    private static readonly Dictionary<string, ServerBehaviour> ServerBehaviours = new()
    {
        ["reset at accept"] = new(TransportError.Reset, "", ResetConnection, ReadsRequest: false),
        ["reset after the request"] = new(TransportError.Reset, "reset by peer", ResetConnection),
        ["reset in the body"] = new(TransportError.Reset, "reset by peer", c => SendAndResetAsync(c, UnfinishedHeaders + "half")),
        ["closed at accept"] = new(TransportError.ClosedEarly, "", CloseAsync, ReadsRequest: false),
        ["closed after the request"] = new(
            TransportError.ClosedEarly, "closed after the request was sent", _ => Task.CompletedTask),
        ["closed in the headers"] = new(
            TransportError.ClosedEarly, "before the end of the answer", c => c.SendAsync("HTTP/1.1 200 OK\r\n")),
        ["closed in the body"] = new(
            TransportError.ClosedEarly, "before the end of the answer", c => c.SendAsync(UnfinishedHeaders + "half")),
        ["closed in a chunk"] = new(
            TransportError.ClosedEarly, "before the end of the answer", c => c.SendAsync(ChunkedHeaders + "9\r\nhalf")),
        ["silence"] = new(TransportError.Timeout, "no answer within the time limit", c => c.StaySilentAsync()),
        ["silence in the body"] = new(
            TransportError.Timeout, "the answer did not end", c => SendAndStallAsync(c, UnfinishedHeaders + "half")),
        ["body that arrives slowly without end"] = new(
            TransportError.Timeout, "the answer did not end", c => SendForeverAsync(c, ChunkedHeaders, "1\r\nx\r\n")),
        ["headers without end"] = new(
            TransportError.Protocol, "headers", c => SendForeverAsync(c, "HTTP/1.1 200 OK\r\n", "X-More: and more\r\n")),
        ["another protocol"] = new(TransportError.Protocol, "SSH-2.0", c => c.SendAsync("SSH-2.0-OpenSSH_9.2\r\n\r\n")),
        ["TLS alert"] = new(TransportError.Protocol, "status line", c => c.SendAsync("\u0015\u0003\u0001\0\u0002\u0002F\n")),
        ["header without a colon"] = new(
            TransportError.Protocol, "header", c => c.SendAsync("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n")),
        ["HTTP/1.1 for HTTP/2"] = new(
            TransportError.Protocol, "", c => c.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n"), "--http-version 2"),
        ["body too long to check"] = new(
            TransportError.TooLong, "longer than", c => SendForeverAsync(c, ChunkedHeaders, Chunk), "--expect-regex x{9}"),
        ["self-signed certificate"] = new(
            TransportError.Tls, "certificate", AnswerOverTlsAsync, IsTls: true, ReadsRequest: false),
        ["plain text for TLS"] = new(
            TransportError.Tls, "", c => c.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n"), IsTls: true, ReadsRequest: false),
        ["closed in the TLS handshake"] = new(
            TransportError.Tls, "closed during the TLS handshake", _ => Task.CompletedTask, IsTls: true, ReadsRequest: false),
    };

    public static TheoryData<string> Names => [.. ServerBehaviours.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Run_HostileServer_EndsWithResultThatNamesKindCauseAndAdvice(string name)
    {
        var behaviour = ServerBehaviours[name];
        await using var server = StartServer(behaviour);

        await Tool.InvokeAsync(["run", "-n", "4", "-c", "2", "--warmup", "0s", .. GetArguments(server, behaviour)]);

        var run = await Tool.ReadRunAsync();
        var (kind, advice) = (behaviour.Kind.GetName(), behaviour.Kind.GetAdvice());
        run.TransportErrors.ShouldBe(new Dictionary<string, long> { [kind] = 4 }, Tool.Output);
        var failure = run.Failures!.ShouldHaveSingleItem();
        (failure.Kind, failure.Count, failure.Advice).ShouldBe((kind, 4, advice));
        failure.Messages.Sum(message => message.Count).ShouldBe(4);
        failure.Messages[0].Text.ShouldContain(behaviour.Cause);
        failure.Messages[0].Text.ShouldNotBeEmpty();
        run.FailureLatency!.Max.ShouldNotBeNull();
        JoinLines(Tool.Output).ShouldContain(advice);
        JoinLines(Tool.Output).ShouldContain(failure.Messages[0].Text);
        Tool.Output.ShouldNotContain('\u0015');
    }

    [Theory]
    [InlineData("reset in the body")]
    [InlineData("closed after the request")]
    [InlineData("silence")]
    [InlineData("another protocol")]
    [InlineData("body too long to check")]
    [InlineData("self-signed certificate")]
    public async Task DryRun_HostileServer_NamesKindCauseAndAdvice(string name)
    {
        var behaviour = ServerBehaviours[name];
        await using var server = StartServer(behaviour);

        var exit = await Tool.InvokeAsync(["dry-run", .. GetArguments(server, behaviour)]);

        exit.ShouldBe(ExitCode.ExpectationNotMet);
        Tool.Output.ShouldContain($"✗ {behaviour.Kind.GetName()}  ");
        Tool.Output.ShouldContain(behaviour.Cause);
        Tool.Output.ShouldContain(behaviour.Kind.GetAdvice());
    }

    [Fact]
    public async Task Run_RefusedConnection_NamesKindCauseAndAdvice()
    {
        var url = await RawServer.GetRefusingUrlAsync();

        var exit = await Tool.RunAsync(url, "-n 3");

        exit.ShouldBe(ExitCode.TargetUnreachable);
        (await Tool.ReadRunAsync()).Failures!.ShouldHaveSingleItem().Kind.ShouldBe("refused");
        Tool.Error.ShouldContain("refused: Connection refused\n  Is the service running, and on this port? Try curl -i");
    }

    [Fact]
    public async Task DryRun_UnknownHost_NamesDns()
    {
        await Tool.InvokeAsync("dry-run", "-u", "http://no-such-host.invalid/");

        Tool.Output.ShouldContain("✗ dns  ");
        Tool.Output.ShouldContain("Check the host name");
    }

    [Theory]
    [InlineData(SocketError.TooManyOpenSockets, "too many files", "ulimit -n")]
    [InlineData(SocketError.AddressNotAvailable, "local resources", "ip_local_port_range")]
    [InlineData(SocketError.HostUnreachable, "connect", "firewall")]
    [InlineData(SocketError.HostNotFound, "dns", "host name")]
    [InlineData(SocketError.NotConnected, "reset", "aborted")]
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

    [Fact]
    public void RequestFailure_OfUnknownException_HasTypeAndMessageWithoutControlCharacters()
    {
        var exception = new InvalidOperationException("outer", new ArgumentException("one\n\e[31mtwo " + new string('x', 300)));

        var failure = RequestFailure.FromException(exception, new RequestTrace());

        failure.Kind.ShouldBe(TransportError.Other);
        failure.Message.ShouldStartWith("ArgumentException: one ·[31mtwo xxx");
        failure.Message.Length.ShouldBe(201);
    }

    private static string[] GetArguments(HostileServer server, ServerBehaviour behaviour) =>
    [
        "-u", behaviour.IsTls ? $"https://{server.Authority}/" : server.Url, "--timeout", behaviour.Timeout,
        .. behaviour.Options.Split(' ', StringSplitOptions.RemoveEmptyEntries),
    ];

    private static HostileServer StartServer(ServerBehaviour behaviour) => new(async connection =>
    {
        if (behaviour.ReadsRequest)
            await connection.ReadRequestAsync();
        await behaviour.AnswerAsync(connection);
    });

    private static string JoinLines(string output) =>
        string.Join(' ', output.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

    private static Task ResetConnection(HostileConnection connection)
    {
        connection.ResetAtEnd();
        return Task.CompletedTask;
    }

    // Closes only the sending direction of the socket. If the socket were closed fully, the operating system would
    // answer data from the client with RST.
    private static Task CloseAsync(HostileConnection connection)
    {
        connection.Socket.Shutdown(SocketShutdown.Send);
        return connection.StaySilentAsync();
    }

    private static async Task SendAndResetAsync(HostileConnection connection, string text)
    {
        await connection.SendAsync(text);
        await Task.Delay(Pause, connection.Stop);
        connection.ResetAtEnd();
    }

    private static async Task SendAndStallAsync(HostileConnection connection, string text)
    {
        await connection.SendAsync(text);
        await connection.StaySilentAsync();
    }

    private static async Task SendForeverAsync(HostileConnection connection, string start, string text)
    {
        await connection.SendAsync(start);
        await connection.SendForeverAsync(text, text.Length < 10 ? Pause : TimeSpan.Zero);
    }

    private static async Task AnswerOverTlsAsync(HostileConnection connection)
    {
        await using var tls = new SslStream(connection.Stream, leaveInnerStreamOpen: true);
        await tls.AuthenticateAsServerAsync(
            new SslServerAuthenticationOptions { ServerCertificate = Certificate.Value }, connection.Stop);
        await tls.ReadExactlyAsync(new byte[1], connection.Stop);
    }

    private static X509Certificate2 CreateCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }

    private sealed record ServerBehaviour(
        TransportError Kind,
        string Cause,
        Func<HostileConnection, Task> AnswerAsync,
        string Options = "",
        bool IsTls = false,
        bool ReadsRequest = true)
    {
        public string Timeout => Kind == TransportError.Timeout ? "300ms" : "20s";
    }
}
