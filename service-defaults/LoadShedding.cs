using System.ComponentModel.DataAnnotations;
using System.Diagnostics.Metrics;
using System.Text.Json;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using ServiceDefaults.Metrics;
using KestrelServerOptions = Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerOptions;

namespace ServiceDefaults;

/// <summary>
/// Rejects requests beyond a number of concurrent ones with 503 and Retry-After, so that an overloaded service still
/// answers as many requests as it can. Health and metrics are never rejected.
/// </summary>
public static class LoadShedding
{
    /// <summary>The time after which a rejected caller should try again, in seconds.</summary>
    private const string RetryAfter = "1";

    /// <summary>
    /// The problem document of a rejection. It is written once, because rejections must cost much less than responses.
    /// </summary>
    private static readonly byte[] Rejection = JsonSerializer.SerializeToUtf8Bytes(new
    {
        type = "https://tools.ietf.org/html/rfc9110#section-15.6.4",
        title = "The service is too busy",
        status = StatusCodes.Status503ServiceUnavailable,
        detail = "Too many requests are in progress. Try again after the time in the header Retry-After.",
    });

    /// <summary>
    /// Limits the concurrent requests of a route. Further requests are rejected, whatever the limits of the service
    /// are.
    /// </summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="policy">The name of the limit, which is a label of the metrics of the rate limiter.</param>
    /// <param name="getLimit">A function that returns the number of concurrent requests: 1 or more.</param>
    /// <returns>The service collection, so that calls can be chained.</returns>
    public static IServiceCollection AddConcurrencyLimit(
        this IServiceCollection services, string policy, Func<IServiceProvider, int> getLimit)
    {
        services.AddOptions<RateLimiterOptions>().Configure<IServiceProvider>((limiter, provider) =>
        {
            var limit = getLimit(provider);
            limiter.AddPolicy(policy, _ => GetPartition(limit, queued: 0));
        });
        return services.AddSingleton<LimitedRoutes>();
    }

    internal static void AddLoadShedding(this IServiceCollection services)
    {
        services.AddOptions<RequestLimits>().BindConfiguration(RequestLimits.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        services.AddRateLimiter(limiter =>
        {
            limiter.RejectionStatusCode = StatusCodes.Status503ServiceUnavailable;
            limiter.OnRejected = RejectAsync;
        });
        services.AddOptions<RateLimiterOptions>().Configure<IOptions<RequestLimits>>((limiter, options) =>
        {
            if (options.Value is { ConcurrentRequests: { } limit, QueuedRequests: var queued })
                limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, int>(
                    _ => GetPartition(limit, queued));
        });
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<RequestLimits>>((kestrel, options) =>
            kestrel.Limits.MaxConcurrentConnections = options.Value.Connections);
    }

    internal static void UseLoadShedding(this WebApplication app)
    {
        var limit = app.Services.GetRequiredService<IOptions<RequestLimits>>().Value.ConcurrentRequests;
        // Without limits, no request passes the middleware.
        if (limit is not null || app.Services.GetService<LimitedRoutes>() is not null)
            app.UseRateLimiter();
        if (limit is not null)
        {
            app.Services.GetRequiredService<IMeterFactory>().Create(ProcessMetrics.MeterName).CreateObservableGauge(
                "http.server.concurrency_limit", () => limit.Value, "{request}",
                "Largest number of concurrent requests before requests are queued or rejected "
                + "(Limits:ConcurrentRequests).");
        }
    }

    /// <summary>Present if a route has a limit of its own.</summary>
    private sealed class LimitedRoutes;

    private static RateLimitPartition<int> GetPartition(int limit, int queued) =>
        RateLimitPartition.GetConcurrencyLimiter(0, _ => new() { PermitLimit = limit, QueueLimit = queued });

    private static ValueTask RejectAsync(OnRejectedContext rejected, CancellationToken cancellationToken)
    {
        var response = rejected.HttpContext.Response;
        response.Headers.RetryAfter = RetryAfter;
        response.ContentType = "application/problem+json";
        response.ContentLength = Rejection.Length;
        return new(response.Body.WriteAsync(Rejection, cancellationToken).AsTask());
    }
}

/// <summary>The limits beyond which a service rejects load. Configuration section <c>Limits</c>.</summary>
internal sealed class RequestLimits
{
    public const string Section = "Limits";

    private const string Advice = "Set Limits:{0} to a number between {1} and {2}, or leave it out.";

    /// <summary>
    /// The number of requests that are processed at the same time. From 1 to 1,000,000; null, the default, means
    /// unlimited.
    /// </summary>
    [Range(1, 1_000_000, ErrorMessage = Advice)]
    public int? ConcurrentRequests { get; init; }

    /// <summary>
    /// The number of requests that may wait while ConcurrentRequests are processed. From 0, the default, to 1,000,000.
    /// </summary>
    [Range(0, 1_000_000, ErrorMessage = Advice)]
    public int QueuedRequests { get; init; }

    /// <summary>
    /// The number of open connections. Further ones are closed at once, which limits the memory that connections take.
    /// From 1 to 1,000,000; null, the default, means unlimited.
    /// </summary>
    [Range(1, 1_000_000, ErrorMessage = Advice)]
    public int? Connections { get; init; }
}
