using System.ComponentModel.DataAnnotations;
using System.Diagnostics.Metrics;
using System.Text.Json;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.Options;
using ServiceDefaults.Metrics;

namespace ServiceDefaults;

/// <summary>Rejects requests beyond a number of concurrent ones with 503 and Retry-After, except probes.</summary>
internal static class LoadShedding
{
    // Written once, because rejections must cost much less than responses.
    private static readonly byte[] Rejection = JsonSerializer.SerializeToUtf8Bytes(new
    {
        type = "https://tools.ietf.org/html/rfc9110#section-15.6.4",
        title = "The service is too busy",
        status = StatusCodes.Status503ServiceUnavailable,
        detail = "Too many requests are in progress. Try again after the time in the header Retry-After.",
    });

    public static void AddLoadShedding(this IServiceCollection services)
    {
        services.AddSettings<RequestLimits>("Limits");
        services.AddRateLimiter(_ => { });
    }

    /// <summary>Without limits, no request passes the middleware.</summary>
    public static void UseLoadShedding(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<RequestLimits>>().Value is not
            { ConcurrentRequests: { } limit, QueuedRequests: var queued })
        {
            return;
        }

        app.UseRateLimiter(new()
        {
            RejectionStatusCode = StatusCodes.Status503ServiceUnavailable,
            OnRejected = RejectAsync,
            GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, int>(_ => RateLimitPartition.GetConcurrencyLimiter(
                0, _ => new() { PermitLimit = limit, QueueLimit = queued })),
        });
        app.Services.GetRequiredService<IMeterFactory>().Create(ProcessMetrics.MeterName).CreateObservableGauge(
            "http.server.concurrency_limit", () => limit, "{request}",
            "Requests that are processed while others wait or are rejected (Limits:ConcurrentRequests).");
    }

    private static ValueTask RejectAsync(OnRejectedContext rejected, CancellationToken cancellationToken)
    {
        var response = rejected.HttpContext.Response;
        response.Headers.RetryAfter = "1";
        (response.ContentType, response.ContentLength) = ("application/problem+json", Rejection.Length);
        return new(response.Body.WriteAsync(Rejection, cancellationToken).AsTask());
    }
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
    /// The open connections of each port: 1 to 1,000,000; unlimited by default. Further ones are closed at once.
    /// </summary>
    [Range(1, 1_000_000, ErrorMessage = Advice)]
    public int? Connections { get; init; }
}
