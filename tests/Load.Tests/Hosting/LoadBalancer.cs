namespace Load.Tests.Hosting;

/// <summary>A load balancer that forwards each request, of whatever path, to the next of several services.</summary>
internal sealed class LoadBalancer : IAsyncDisposable
{
    private readonly HttpClient _client = new();
    private readonly string[] _services;
    private TestServer _server = null!;
    private int _nextService;

    private LoadBalancer(string[] services) => _services = services;

    public string Url => _server.Url;

    public static async Task<LoadBalancer> StartAsync(params string[] services)
    {
        var balancer = new LoadBalancer(services);
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
        var service = _services[(uint)Interlocked.Increment(ref _nextService) % _services.Length];
        return _client.GetStringAsync(new Uri(service + path));
    }
}
