using FrontendApi.Telemetry;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace FrontendApi.Backend;

/// <summary>
/// Reports whether the back-end answers. The health check has a separate HttpClient, so that it does not use the
/// connections of a strategy. Its requests are counted without a strategy: an alert compares all requests that leave the
/// front-end with those that it gets.
/// </summary>
internal sealed class BackendHealthCheck(HttpClient client, FrontendMetrics metrics, TimeProvider time) : IHealthCheck
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2);

    public async Task<HealthCheckResult> CheckHealthAsync(
        HealthCheckContext context, CancellationToken cancellationToken)
    {
        var sent = time.GetTimestamp();
        HttpResponseMessage? response = null;
        try
        {
            using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            timeout.CancelAfter(Timeout);
            response = await client.GetAsync("/health/live", timeout.Token);
            return response.IsSuccessStatusCode
                ? HealthCheckResult.Healthy()
                : HealthCheckResult.Unhealthy($"the health check returned status {(int)response.StatusCode}");
        }
        catch (HttpRequestException)
        {
            return HealthCheckResult.Unhealthy($"no connection to {client.BaseAddress}");
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy(
                $"no response from {client.BaseAddress} within {Timeout.TotalSeconds} s");
        }
        finally
        {
            metrics.RecordRequest("", "GET", response?.StatusCode, time.GetElapsedTime(sent));
            response?.Dispose();
        }
    }
}
