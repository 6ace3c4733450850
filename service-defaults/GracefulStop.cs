using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceDefaults;

/// <summary>
/// Lets callers leave before the service stops. For the time Shutdown:Drain, the service is not ready, and closes each
/// connection after its next response. Then it closes those that are idle, and ends.
/// </summary>
internal sealed class GracefulStop(IOptions<ShutdownOptions> options, TimeProvider time)
    : IHostedLifecycleService, IHealthCheck
{
    private volatile bool _hasBegun;

    public static void AddTo(IServiceCollection services)
    {
        services.AddSettings<ShutdownOptions>("Shutdown");
        services.AddSingleton<GracefulStop>().AddHostedService(provider => provider.GetRequiredService<GracefulStop>());
        services.AddHealthChecks().AddCheck<GracefulStop>("shutdown");
    }

    /// <summary>Without a time for it, no request passes the middleware.</summary>
    public static void Use(WebApplication app)
    {
        var stop = app.Services.GetRequiredService<GracefulStop>();
        if (app.Services.GetRequiredService<IOptions<ShutdownOptions>>().Value.Drain == TimeSpan.Zero)
            return;
        app.Use(next => context =>
        {
            // HTTP/1.1 then says Connection: close, and HTTP/2 GOAWAY.
            if (stop._hasBegun)
                context.Features.Get<IConnectionLifetimeNotificationFeature>()?.RequestClose();
            return next(context);
        });
    }

    public Task StoppingAsync(CancellationToken cancellationToken)
    {
        _hasBegun = true;
        return Task.Delay(options.Value.Drain, time, cancellationToken);
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
