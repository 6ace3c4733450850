using Load.Targeting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Load.Serving;

/// <summary>Serves <c>/metrics</c> while the tool runs, where it is asked to.</summary>
internal sealed class MetricsServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private MetricsServer(WebApplication app) => _app = app;

    /// <summary>Where it listens; of port 0, the one it was given.</summary>
    public string Url => _app.Urls.Single();

    /// <returns>Null where nothing is to be served.</returns>
    /// <exception cref="MistakeException">It cannot listen there.</exception>
    public static async Task<MetricsServer?> StartAsync(string? url, OwnMetrics metrics)
    {
        if (url is null)
            return null;
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(url);
        builder.Logging.ClearProviders();
        var app = builder.Build();

        // A Ctrl-C ends the run, and the run ends this.
        app.Run(context => context.Request.Path == "/metrics"
            ? Results.Text(metrics.Text(), OwnMetrics.ContentType).ExecuteAsync(context)
            : Results.NotFound().ExecuteAsync(context));
        try
        {
            await app.StartAsync();
        }
        catch (Exception e) when (e is IOException or FormatException or InvalidOperationException)
        {
            throw new MistakeException($"--metrics error cannot listen on {url}: {e.Message}. Try http://127.0.0.1:9464");
        }

        return new MetricsServer(app);
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
