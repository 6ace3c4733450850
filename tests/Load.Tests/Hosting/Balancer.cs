namespace Load.Tests.Hosting;

/// <summary>A load balancer that forwards each request, of whatever path, to the next of several services.</summary>
internal sealed class Balancer : IAsyncDisposable
{
    private readonly HttpClient _client = new();
    private readonly string[] _services;
    private TestServer _server = null!;
    private int _next;

    private Balancer(string[] services) => _services = services;

    public string Url => _server.Url;

    public static async Task<Balancer> StartAsync(params string[] services)
    {
        var balancer = new Balancer(services);
        balancer._server = await TestServer.StartAsync(
            async context =>
            {
                var text = await balancer.GetAsync(context.Request.Path + context.Request.QueryString);
                await context.Response.BodyWriter.WriteAsync(System.Text.Encoding.UTF8.GetBytes(text));
            },
            () => balancer.GetAsync("/metrics").GetAwaiter().GetResult());
        return balancer;
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _client.Dispose();
    }

    private Task<string> GetAsync(string path)
    {
        var service = _services[(uint)Interlocked.Increment(ref _next) % _services.Length];
        return _client.GetStringAsync(new Uri(service + path));
    }
}
