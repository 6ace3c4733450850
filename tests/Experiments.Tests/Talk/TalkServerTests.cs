using Experiments.Tests.Hosting;

namespace Experiments.Tests.Talk;

public sealed class LivePageProxyTests
{
    private const string Secret = "a page of another server";

    [Theory]
    [InlineData("/live/http:%5C%5C{other}")]
    [InlineData("/live/http:\\\\{other}")]
    [InlineData("/live///{other}")]
    [InlineData("/live/%2F%2F{other}")]
    [InlineData("/live/\\\\{other}")]
    [InlineData("/live/api/run/stop")]
    [InlineData("/live/api/stage/proof")]
    [InlineData("/live/events/..%2F..%2Fmetrics")]
    public async Task AddressOfAnotherServer_IsRequested_IsNotFetched(string path)
    {
        await using var other = CreateOther();
        await using var talk = await StartAsync(FreePort.FindAddress());

        var response = await SendAsync(
            talk, $"GET {{path}}{path.Replace("{other}", other.Address.Authority, StringComparison.Ordinal)}");

        response.ShouldNotContain(Secret);
        response.ShouldStartWith("HTTP/1.1 404 ");
        other.Requests.ShouldBe(0);
    }

    [Theory]
    [InlineData("/live/")]
    [InlineData("/live/?show=3")]
    [InlineData("/live/events")]
    public async Task PathOfThePage_IsRequested_IsForwarded(string path)
    {
        await using var page = CreateOther();
        await using var talk = await StartAsync(page.Address);

        (await SendAsync(talk, $"GET {{path}}{path}")).ShouldContain(Secret);
    }

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
    [InlineData("POST {path}/api/black", 200, "Host: 127.0.0.1:{port}", "Origin: http://127.0.0.1:{port}")]
    [InlineData("POST {path}/api/black", 403, "Host: 127.0.0.1:{port}", "Origin: http://127.0.0.1:1")]
    [InlineData("POST {path}/api/black", 403, "Host: 127.0.0.1:{port}", "Origin: null")]
    [InlineData("POST {path}/api/black", 403)]
    [InlineData("POST /api/black", 403, "Host: 127.0.0.1:{port}", "Origin: http://127.0.0.1:{port}")]
    public async Task Request_FromAnotherSite_IsRefusedAndChangesNothing(
        string requestLine, int expected, params string[] headers)
    {
        var address = FreePort.FindAddress();
        await using var session = CreateSession(address);
        await using var talk = await TalkServer.StartAsync(port: 0, [], session, address);
        var before = session.Read().Json;

        var response = await SendAsync(talk, requestLine, headers);

        response.ShouldStartWith($"HTTP/1.1 {expected} ");
        response.ShouldContain("connect-src 'self'; ");
        (session.Read().Json == before).ShouldBe(!requestLine.StartsWith("POST", StringComparison.Ordinal)
            || expected is not 200);
    }

    private static LoopbackServer CreateOther() => new(_ => Results.Text(Secret));

    private static TalkSession CreateSession(Uri livePage) =>
        new([], new ActSetting("", livePage));

    private static Task<TalkServer> StartAsync(Uri livePage) =>
        TalkServer.StartAsync(port: 0, [], CreateSession(livePage), livePage);

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
