using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Logging;

namespace Load.Tests.Hosting;

/// <summary>A minimal API with the request counts of ASP.NET Core, which include /metrics.</summary>
internal sealed class CountingService : IAsyncDisposable
{
    private readonly ConcurrentDictionary<(string Method, string? Route), long> _counts = new();
    private readonly WebApplication _app;
    private long _scrapes;

    private CountingService(bool isRouted)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.UseRouting();
        _app.Use(async (context, next) =>
        {
            var route = isRouted ? (context.GetEndpoint() as RouteEndpoint)?.RoutePattern.RawText : null;
            context.Response.OnCompleted(() =>
            {
                _counts.AddOrUpdate((context.Request.Method, route), 1, (_, count) => count + 1);
                return Task.CompletedTask;
            });
            await next(context);
        });
        _app.MapGet("/orders/{id:int}", (int id) => $"order {id}");
        _app.MapGet("/metrics", FormatMetrics);
    }

    public string Url => _app.Urls.Single();

    public long Scrapes => Interlocked.Read(ref _scrapes);

    public static async Task<CountingService> StartAsync(bool isRouted = true)
    {
        var service = new CountingService(isRouted);
        await service._app.StartAsync();
        return service;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private string FormatMetrics()
    {
        Interlocked.Increment(ref _scrapes);
        var lines = _counts.Select(count =>
        {
            var route = count.Key.Route is { } known ? $",http_route=\"{known}\"" : "";
            var labels = $"http_request_method=\"{count.Key.Method}\"{route}";
            return "http_server_request_duration_seconds_count{" + labels + "} " + count.Value;
        });
        return string.Join('\n', lines.Append("dotnet_process_cpu_count 2"));
    }
}
