using System.Diagnostics.Metrics;
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Load.Tests.Hosting;

/// <summary>
/// An ordinary minimal API that exposes the request counts of ASP.NET Core at /metrics, and counts the requests to
/// /metrics and /health too.
/// </summary>
internal sealed class CountingService : IAsyncDisposable
{
    private readonly ConcurrentDictionary<(string Method, string? Route), long> _counts = new();
    private readonly MeterListener _listener = new();
    private readonly WebApplication _app;
    private long _scrapes;

    private CountingService(bool isRouted)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        ListenToMeters(_app.Services.GetRequiredService<IMeterFactory>());
        if (isRouted)
            MapRoutes();
        else
            _app.Run(AnswerAsync);
    }

    public string Url => _app.Urls.Single();

    /// <summary>The number of times that the metrics of the service were read.</summary>
    public long Scrapes => Interlocked.Read(ref _scrapes);

    /// <param name="isRouted">
    /// Whether the service has routes. Without routes, a middleware answers all requests, and the request counts name
    /// no route.
    /// </param>
    public static async Task<CountingService> StartAsync(bool isRouted = true)
    {
        var service = new CountingService(isRouted);
        await service._app.StartAsync();
        return service;
    }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _app.DisposeAsync();
    }

    private void MapRoutes()
    {
        _app.MapGet("/orders/{id:int}", (int id) => $"order {id}");
        _app.MapPost("/orders", () => "created");
        _app.MapGet("/health", () => "healthy");
        _app.MapGet("/metrics", ScrapeAsync);
    }

    private Task AnswerAsync(HttpContext context) =>
        context.Request.Path == "/metrics" ? ScrapeAsync(context) : TestServer.HelloAsync(context);

    private Task ScrapeAsync(HttpContext context)
    {
        Interlocked.Increment(ref _scrapes);
        var lines = _counts.Select(count =>
        {
            var route = count.Key.Route is { } known ? $",http_route=\"{known}\"" : "";
            var labels = $"http_request_method=\"{count.Key.Method}\"{route}";
            return "http_server_request_duration_seconds_count{" + labels + "} " + count.Value;
        });
        return context.Response.WriteAsync(string.Join('\n', lines.Append("dotnet_process_cpu_count 2")));
    }

    private void ListenToMeters(IMeterFactory meters)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name == "http.server.request.duration" && instrument.Meter.Scope == meters)
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<double>((_, _, tags, _) =>
        {
            var (method, route) = ("", (string?)null);
            foreach (var tag in tags)
            {
                if (tag.Key == "http.request.method")
                    method = Convert.ToString(tag.Value, CultureInfo.InvariantCulture)!;
                else if (tag.Key == "http.route")
                    route = Convert.ToString(tag.Value, CultureInfo.InvariantCulture);
            }

            _counts.AddOrUpdate((method, route), 1, (_, count) => count + 1);
        });
        _listener.Start();
    }
}
