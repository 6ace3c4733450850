using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Studies.Tests.Talk;

public sealed class LivePageProxyTests
{
    private const string Secret = "a page of another server";

    [Theory]
    [InlineData("/live/http:%5C%5C{other}")]
    [InlineData("/live/http:\\\\{other}")]
    [InlineData("/live///{other}")]
    [InlineData("/live/\\\\{other}")]
    [InlineData("/live/api/run/stop")]
    [InlineData("/live/events/..%2F..%2Fmetrics")]
    public async Task AddressOfAnotherServer_IsRequested_IsNotFetched(string path)
    {
        await using var other = new OtherServer(FreePort.FindAddress());
        await using var talk = await StartAsync(FreePort.FindAddress());

        var response = await GetAsync(
            talk, path.Replace("{other}", other.Address.Authority, StringComparison.Ordinal));

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
        await using var page = new OtherServer(FreePort.FindAddress());
        await using var talk = await StartAsync(page.Address);

        (await GetAsync(talk, path)).ShouldContain(Secret);
    }

    private static Task<TalkServer> StartAsync(Uri livePage) => TalkServer.StartAsync(
        port: 0, [], new TalkSession([], [], new ActSetting("", IsShort: true, Show: null), livePage), livePage);

    // HttpClient would change the path, so the request is written to a socket.
    private static async Task<string> GetAsync(TalkServer talk, string path)
    {
        var address = new Uri(talk.Url);
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        var request = $"GET {path} HTTP/1.1\r\nHost: {address.Authority}\r\nConnection: close\r\n\r\n";
        await stream.WriteAsync(Encoding.ASCII.GetBytes(request), TestContext.Current.CancellationToken);
        return await new StreamReader(stream).ReadToEndAsync(TestContext.Current.CancellationToken);
    }

    private sealed class OtherServer(Uri address) : LoopbackServer(address)
    {
        private int _requests;

        public int Requests => Volatile.Read(ref _requests);

        protected override async Task AnswerAsync(HttpListenerContext context)
        {
            Interlocked.Increment(ref _requests);
            await context.Response.OutputStream.WriteAsync(Encoding.ASCII.GetBytes(Secret));
            context.Response.Close();
        }
    }
}
