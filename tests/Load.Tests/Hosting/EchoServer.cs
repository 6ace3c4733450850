namespace Load.Tests.Hosting;

/// <summary>A server that records each request, and responds with its body.</summary>
internal sealed class EchoServer : IAsyncDisposable
{
    private TestServer _server = null!;

    public string Url => _server.Url;

    public ConcurrentQueue<ReceivedRequest> ReceivedRequests { get; } = new();

    public static async Task<EchoServer> StartAsync()
    {
        var echo = new EchoServer();
        echo._server = await TestServer.StartAsync(async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            var body = await reader.ReadToEndAsync(context.RequestAborted);
            var headers = context.Request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString());
            var path = context.Request.Path.ToUriComponent() + context.Request.QueryString;
            echo.ReceivedRequests.Enqueue(new ReceivedRequest(context.Request.Method, path, headers, body));
            await context.Response.WriteAsync(body, context.RequestAborted);
        });
        return echo;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}

internal sealed record ReceivedRequest(
    string Method, string Path, IReadOnlyDictionary<string, string> Headers, string Body);
