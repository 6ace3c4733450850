namespace Experiments.Tests.Talk;

public sealed class TalkServerTests
{
    // The page of another site names another host (DNS rebinding) or another origin, or does not know the token.
    [Theory]
    [InlineData("GET {path}/talk", 200)]
    [InlineData("GET {path}/talk", 200, "Host: localhost:{port}")]
    [InlineData("GET {path}/talk", 403, "Host: site.example:{port}")]
    [InlineData("GET {path}/talk", 403, "Host: site.example")]
    [InlineData("GET {path}/talk", 403, "Host: 127.0.0.1")]
    [InlineData("GET {path}/talk", 403, "Host: 127.0.0.1:{port}", "Origin: http://site.example")]
    [InlineData("GET /", 403)]
    [InlineData("GET /talk", 403)]
    [InlineData("GET /live/", 403)]
    [InlineData("GET /00000000000000000000000000000000/talk", 403)]
    [InlineData("POST {path}/api/back", 200, "Host: 127.0.0.1:{port}", "Origin: http://127.0.0.1:{port}")]
    [InlineData("POST {path}/api/back", 403, "Host: 127.0.0.1:{port}", "Origin: http://127.0.0.1:1")]
    [InlineData("POST {path}/api/back", 403, "Host: 127.0.0.1:{port}", "Origin: null")]
    [InlineData("POST {path}/api/back", 403)]
    [InlineData("POST /api/back", 403, "Host: 127.0.0.1:{port}", "Origin: http://127.0.0.1:{port}")]
    public async Task Request_FromAnotherSite_IsRefusedAndChangesNothing(
        string requestLine, int expected, params string[] headers)
    {
        await using var session = new TalkSession([new(ActTests.ExampleAct)], results: "", prefersRecordings: true);
        await using var talk = await TalkServer.StartAsync(port: 0, [], session);
        session.GoForward();
        var before = session.Read();

        var response = await SendAsync(talk, requestLine, headers);

        response.ShouldStartWith($"HTTP/1.1 {expected} ");
        response.ShouldContain("connect-src 'self'; ");
        (session.Read() == before).ShouldBe(!requestLine.StartsWith("POST", StringComparison.Ordinal)
            || expected is not 200);
    }

    [Fact]
    public async Task PageInside_OfARecording_ContainsItsEvents()
    {
        var folder = ProgramLocator.GetPath("experiments", "talk");
        var act = RecordedAct.Read(Act.ReadAll(folder)[0], RecordedAct.GetFolder(folder));
        await using var session = new TalkSession([act], results: "", prefersRecordings: true);
        await using var talk = await TalkServer.StartAsync(port: 0, [act], session);

        (await SendAsync(talk, "GET {path}/live/")).ShouldContain("<!--recording-->");
        session.GoForward();
        (await SendAsync(talk, "GET {path}/live/")).ShouldContain(File.ReadLines(act.Events!).First()[..50]);
    }

    // HttpClient would change the path, so the request is written to a socket. {path} is the path with the token.
    private static async Task<string> SendAsync(TalkServer talk, string requestLine, params string[] headers)
    {
        var address = new Uri(talk.Url);
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        string[] lines = [$"{requestLine} HTTP/1.1", .. headers is [] ? ["Host: 127.0.0.1:{port}"] : headers];
        var request = string.Join("\r\n", [.. lines, "Content-Length: 0", "Connection: close", "\r\n"])
            .Replace("{path}", address.AbsolutePath, StringComparison.Ordinal)
            .Replace("{port}", $"{address.Port}", StringComparison.Ordinal);
        await stream.WriteAsync(Encoding.ASCII.GetBytes(request), TestContext.Current.CancellationToken);
        return await new StreamReader(stream).ReadToEndAsync(TestContext.Current.CancellationToken);
    }
}
