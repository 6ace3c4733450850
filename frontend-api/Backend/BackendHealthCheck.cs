using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace FrontendApi.Backend;

/// <summary>Ready while the back-end answers. Over a client of its own: no strategy's connections are touched.</summary>
internal sealed class BackendHealthCheck(HttpClient client) : IHealthCheck
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        try
        {
            using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            timeout.CancelAfter(Limit);
            using var response = await client.GetAsync("/health/live", timeout.Token);
            return response.IsSuccessStatusCode
                ? HealthCheckResult.Healthy()
                : HealthCheckResult.Unhealthy($"it answered {(int)response.StatusCode}");
        }
        catch (HttpRequestException)
        {
            return HealthCheckResult.Unhealthy($"nothing answers at {client.BaseAddress}");
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy($"no answer from {client.BaseAddress} within {Limit.TotalSeconds} s");
        }
    }
}
