using System.Diagnostics.Metrics;
using Microsoft.Extensions.Logging;

namespace ServiceDefaults.Tests;

/// <summary>
/// A service for a test. It listens on a free port, and has the service defaults and the routes that the test adds.
/// </summary>
internal sealed class TestService : IAsyncDisposable
{
    private readonly WebApplication _app;

    private TestService(WebApplication app)
    {
        _app = app;
        Client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
    }

    public HttpClient Client { get; }

    public int Port => Client.BaseAddress!.Port;

    public static async Task<TestService> StartAsync(
        Action<IServiceCollection>? addServices = null, Action<WebApplication>? mapRoutes = null, params string[] args)
    {
        var builder = WebApplication.CreateBuilder(["--urls", "http://127.0.0.1:0", .. args]);
        builder.AddServiceDefaults(port: 0);
        builder.Logging.ClearProviders();
        addServices?.Invoke(builder.Services);
        var app = builder.Build();
        app.UseServiceDefaults();
        app.MapServiceDefaults();
        mapRoutes?.Invoke(app);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return new(app);
    }

    /// <summary>Creates a meter whose metrics the service exports.</summary>
    public Meter CreateMeter() =>
        _app.Services.GetRequiredService<IMeterFactory>().Create(_app.Environment.ApplicationName);

    public async Task<(int Status, string Body)> GetAsync(string path)
    {
        using var response = await Client.GetAsync(path, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        return ((int)response.StatusCode, body);
    }

    public async Task<PrometheusText> ReadMetricsAsync() => PrometheusText.Parse((await GetAsync("/metrics")).Body);

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        Client.Dispose();
        await _app.DisposeAsync();
    }
}
