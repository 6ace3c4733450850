using System.ComponentModel.DataAnnotations;
using System.Diagnostics.Metrics;
using System.Text.Json;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.Options;
using ServiceDefaults.Metrics;

namespace ServiceDefaults;

/// <summary>Rejects requests beyond a number of concurrent ones with 503 and Retry-After, except probes.</summary>
public static class LoadShedding
{
    // Written once, because rejections must cost much less than responses.
    private static readonly byte[] Rejection = JsonSerializer.SerializeToUtf8Bytes(new
    {
        type = "https://tools.ietf.org/html/rfc9110#section-15.6.4",
        title = "The service is too busy",
        status = StatusCodes.Status503ServiceUnavailable,
        detail = "Too many requests are in progress. Try again after the time in the header Retry-After.",
    });

    /// <summary>Limits the concurrent requests of the routes with a policy. Further requests are rejected.</summary>
    public static IServiceCollection AddConcurrencyLimit(
        this IServiceCollection services, string policy, Func<IServiceProvider, int> getLimit)
    {
        services.AddOptions<RateLimiterOptions>().Configure<IServiceProvider>((limiter, provider) =>
            limiter.AddConcurrencyLimiter(policy, limit => limit.PermitLimit = getLimit(provider)));
        return services.AddSingleton<LimitedRoutes>();
    }

    internal static void AddLoadShedding(this IServiceCollection services)
    {
        services.AddSettings<RequestLimits>("Limits");
        services.AddRateLimiter(_ => { });
        services.AddOptions<RateLimiterOptions>().Configure<IOptions<RequestLimits>>((limiter, options) =>
        {
            limiter.RejectionStatusCode = StatusCodes.Status503ServiceUnavailable;
            limiter.OnRejected = RejectAsync;
            if (options.Value is { ConcurrentRequests: { } limit, QueuedRequests: var queued })
                limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, int>(_ => GetLimit(limit, queued));
        });
    }

    /// <summary>Without limits, no request passes the middleware.</summary>
    internal static void UseLoadShedding(this WebApplication app)
    {
        var limit = app.Services.GetRequiredService<IOptions<RequestLimits>>().Value.ConcurrentRequests;
        // A body is read first: callers that send it slowly would keep the places of all others.
        if (limit is not null)
            app.Use(next => http => JsonBody.IsExpected(http) ? JsonBody.BufferAsync(http, next) : next(http));
        if (limit is not null || app.Services.GetService<LimitedRoutes>() is not null)
            app.UseRateLimiter();
        if (limit is not null)
        {
            app.Services.GetRequiredService<IMeterFactory>().Create(ProcessMetrics.MeterName).CreateObservableGauge(
                "http.server.concurrency_limit", () => limit.Value, "{request}",
                "Requests that are processed while others wait or are rejected (Limits:ConcurrentRequests).");
        }
    }

    private static RateLimitPartition<int> GetLimit(int limit, int queued) =>
        RateLimitPartition.GetConcurrencyLimiter(0, _ => new() { PermitLimit = limit, QueueLimit = queued });

    private static ValueTask RejectAsync(OnRejectedContext rejected, CancellationToken cancellationToken)
    {
        var response = rejected.HttpContext.Response;
        response.Headers.RetryAfter = "1";
        (response.ContentType, response.ContentLength) = ("application/problem+json", Rejection.Length);
        return new(response.Body.WriteAsync(Rejection, cancellationToken).AsTask());
    }

    /// <summary>Present if a route has a limit of its own.</summary>
    private sealed class LimitedRoutes;
}

/// <summary>The limits beyond which a service rejects load. Configuration section <c>Limits</c>.</summary>
internal sealed class RequestLimits
{
    private const string Advice = "Set Limits:{0} to a number between {1} and {2}, or leave it out.";

    /// <summary>The requests that are processed at the same time: 1 to 1,000,000; unlimited by default.</summary>
    [Range(1, 1_000_000, ErrorMessage = Advice)]
    public int? ConcurrentRequests { get; init; }

    /// <summary>The requests that may wait meanwhile: 0, the default, to 1,000,000.</summary>
    [Range(0, 1_000_000, ErrorMessage = Advice)]
    public int QueuedRequests { get; init; }

    /// <summary>
    /// The open connections of each port: 1 to 1,000,000; unlimited by default. Further ones are closed at once, and
    /// silent ones soon.
    /// </summary>
    [Range(1, 1_000_000, ErrorMessage = Advice)]
    public int? Connections { get; init; }
}
