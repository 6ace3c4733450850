using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace TwoTier.Show;

/// <summary>The HTTP server of the page.</summary>
internal sealed class ShowServer : IAsyncDisposable
{
    private const int MaxBodyBytes = 10_000;
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(10);
    private static readonly string[] LoopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
    private readonly WebApplication _app;

    private ShowServer(WebApplication app) => _app = app;

    /// <summary>The address of the server, with the port that was chosen if port 0 was requested.</summary>
    public string Url => _app.Urls.Single();

    public static async Task<ShowServer> StartAsync(string url, Action<WebApplication> map)
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
        builder.Services.AddSingleton<IHostLifetime, ProgramLifetime>();
        builder.Services.AddRoutingCore().AddHostFiltering(filter => filter.AllowedHosts = hosts);
        var app = builder.Build();
        app.UseHostFiltering();
        app.Use(RefuseOtherSitesAsync);
        map(app);
        try
        {
            await app.StartAsync();
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await app.DisposeAsync();
            throw new ShowException(
                $"--page: error: cannot listen on {url}: {e.Message}. Try --page http://127.0.0.1:0");
        }

        return new ShowServer(app);
    }

    /// <summary>Stops the server after the responses that are being sent have ended, or after 10 seconds.</summary>
    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(ShutdownTimeout);
        await _app.StopAsync(timeout.Token);
        await _app.DisposeAsync();
    }

    // A browser names the site of the page that sends a request, unless the page loads an image or a script. The header
    // of the response forbids that.
    private static Task RefuseOtherSitesAsync(HttpContext context, RequestDelegate next)
    {
        var request = context.Request;
        context.Response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        if (request.Headers.Origin.Count is 0 || request.Headers.Origin == $"{request.Scheme}://{request.Host}")
            return next(context);
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
        return Task.CompletedTask;
    }

    /// <summary>
    /// Leaves Ctrl-C to this program: the pages still get the last events of a run, which ends after Ctrl-C, too.
    /// </summary>
    private sealed class ProgramLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
