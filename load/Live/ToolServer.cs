using System.Net.Sockets;
using Load.Config.Options;
using Load.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Load.Live;

/// <summary>Kestrel, for what the tool says of itself while it runs.</summary>
internal sealed class ToolServer : IAsyncDisposable
{
    private const int LongestBody = 10_000;
    private static readonly TimeSpan Farewell = TimeSpan.FromSeconds(2);
    private static readonly string[] ThisMachine = ["localhost", "127.0.0.1", "[::1]"];
    private readonly WebApplication _app;

    private ToolServer(WebApplication app) => _app = app;

    /// <summary>Where it listens; of port 0, the one it was given.</summary>
    public string Url => _app.Urls.Single();

    /// <param name="url">Where to listen.</param>
    /// <param name="option">That named it.</param>
    /// <param name="map">What is served.</param>
    /// <exception cref="UserErrorException">It cannot listen there.</exception>
    public static async Task<ToolServer> StartAsync(string url, string option, Action<WebApplication> map)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(url).ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = LongestBody;
        });
        builder.Logging.ClearProviders();

        // A web page elsewhere may have its name point here, and would then be let in as if it were ours.
        var hosts = ListeningAddress.IsLoopback(url) ? ThisMachine : ["*"];
        builder.Services.AddRoutingCore().AddHostFiltering(filter => filter.AllowedHosts = hosts);
        var app = builder.Build();
        app.UseHostFiltering();
        map(app);
        try
        {
            await app.StartAsync();
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await app.DisposeAsync();
            throw new UserErrorException($"{option} error cannot listen on {url}: {e.Message}. Try {option} {ListeningAddress.AnyPort}");
        }

        return new ToolServer(app);
    }

    /// <summary>Lets what is being sent end.</summary>
    public async ValueTask DisposeAsync()
    {
        using var limit = new CancellationTokenSource(Farewell);
        await _app.StopAsync(limit.Token);
        await _app.DisposeAsync();
    }
}
