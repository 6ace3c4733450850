using System.ComponentModel.DataAnnotations;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceDefaults;

/// <summary>
/// Lets callers leave before the service stops. For the time Shutdown:Drain, the service is not ready, and closes each
/// connection after its next response. At last, it refuses new ones, then closes those that are idle, and ends.
/// </summary>
internal sealed class GracefulStop(IOptions<ShutdownOptions> options, TimeProvider time)
    : IHostedLifecycleService, IHealthCheck
{
    private volatile bool _hasBegun;
    private Socket[] _listeners = [];

    public static void AddTo(IServiceCollection services)
    {
        services.AddSettings<ShutdownOptions>("Shutdown");
        services.AddSingleton<GracefulStop>().AddHostedService(provider => provider.GetRequiredService<GracefulStop>());
        services.AddHealthChecks().AddCheck<GracefulStop>("shutdown");
        services.AddOptions<SocketTransportOptions>().Configure<GracefulStop>((transport, stop) =>
            transport.CreateBoundListenSocket = endpoint => (stop._listeners =
                [.. stop._listeners, SocketTransportOptions.CreateDefaultBoundListenSocket(endpoint)])[^1]);
    }

    /// <summary>Without a time for it, no request passes the middleware.</summary>
    public static void Use(WebApplication app)
    {
        var stop = app.Services.GetRequiredService<GracefulStop>();
        if (app.Services.GetRequiredService<IOptions<ShutdownOptions>>().Value.Drain != TimeSpan.Zero)
            app.Use(next => context => stop._hasBegun ? stop.EndAsync(context, next) : next(context));
    }

    private async Task EndAsync(HttpContext context, RequestDelegate next)
    {
        // HTTP/1.1 then says Connection: close, and HTTP/2 GOAWAY.
        context.Features.Get<IConnectionLifetimeNotificationFeature>()?.RequestClose();
        // RFC 9113, 6.8: requests that are on their way have a time to arrive before the connection ends.
        if (HttpProtocol.IsHttp2(context.Request.Protocol))
            await Task.Delay(TimeSpan.FromMilliseconds(100), time);
        await next(context);
    }

    public async Task StoppingAsync(CancellationToken cancellationToken)
    {
        _hasBegun = true;
        var ends = Array.ConvertAll([0.8, 0.9, 1], at => Task.Delay(options.Value.Drain * at, time, cancellationToken));
        await ends[0];
        // Connections that wait to be accepted are reset when a listener closes. From now on, one can wait.
        Array.ForEach(_listeners, listener => listener.Listen(0));
        await ends[1];
        // When Kestrel closes a listener, it also closes connections whose first request has not yet been read.
        Array.ForEach(_listeners, listener => listener.Dispose());
        await ends[2];
    }

    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(_hasBegun ? HealthCheckResult.Unhealthy("The service stops.") : HealthCheckResult.Healthy());

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

internal sealed class ShutdownOptions
{
    /// <summary>
    /// The time for which callers are told to leave: 0, the default, to 25 s. Requests in flight have 30 s in all.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:00:25",
        ErrorMessage = "Set Shutdown:Drain to a time from {1} to {2}, such as 00:00:05.")]
    public TimeSpan Drain { get; init; }
}
