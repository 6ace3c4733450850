using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace TwoTier.Load.Cli.Events;

/// <summary>
/// The HTTP server of the load tool, which runs while load is sent: the events of the run as server-sent events, the
/// tool's metrics, and the control of the run.
/// </summary>
internal sealed class EventServer : IAsyncDisposable
{
    private const int MaxBodyBytes = 10_000;
    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);
    private static readonly string[] LoopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
    private readonly WebApplication _app;

    private EventServer(WebApplication app) => _app = app;

    public string Url => _app.Urls.Single();

    /// <summary>Starts the server, with the control of the run unless nobody may control it.</summary>
    public static async Task<EventServer> StartAsync(
        string url, EventFeed feed, ToolMetrics metrics, RunControl? control, TimeProvider time)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(url).ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = MaxBodyBytes;
        });
        builder.Logging.ClearProviders();

        // On a loopback address, only requests for loopback host names are accepted. Otherwise a malicious web page
        // could have its own host name resolve to this machine (DNS rebinding), and so pass as a page of this server.
        var hosts = ListeningAddress.IsLoopback(url) ? LoopbackHosts : ["*"];
        builder.Services.AddRoutingCore().AddHostFiltering(filter => filter.AllowedHosts = hosts);
        var app = builder.Build();
        app.UseHostFiltering();
        app.MapGet("/events", (CancellationToken aborted) =>
            TypedResults.ServerSentEvents(feed.ReadAsync(KeepAliveInterval, time, aborted)));
        app.MapGet("/metrics", () => TypedResults.Text(metrics.Format(), ToolMetrics.ContentType));
        control?.Map(app);
        try
        {
            await app.StartAsync();
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await app.DisposeAsync();
            throw new UserErrorException(
                $"--events: error: cannot listen on {url}: {e.Message}. Try --events {ListeningAddress.AnyPort}");
        }

        return new EventServer(app);
    }

    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(ShutdownTimeout);
        await _app.StopAsync(timeout.Token);
        await _app.DisposeAsync();
    }
}
