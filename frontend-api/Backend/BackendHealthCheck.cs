using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace FrontendApi.Backend;

/// <summary>
/// Asks whether the back-end answers, with an HttpClient that shares no connection with a strategy. Its requests are
/// counted, because an alert compares all requests that leave the front-end with those that it gets.
/// </summary>
internal sealed class BackendHealthCheck(IOptions<BackendOptions> backend, FrontendMetrics metrics, TimeProvider time)
    : IHealthCheck, IDisposable
{
    private readonly HttpClient _client = new(new SocketsHttpHandler().Isolate())
    {
        BaseAddress = backend.Value.HealthAddress ?? backend.Value.BaseAddress,
        Timeout = TimeSpan.FromSeconds(2),

        // It keeps no connection, so the open ones are those of the calls.
        DefaultRequestHeaders = { ConnectionClose = true },
    };

    public async Task<HealthCheckResult> CheckHealthAsync(
        HealthCheckContext context, CancellationToken cancellationToken)
    {
        var (sent, status) = (time.GetTimestamp(), default(HttpStatusCode?));
        try
        {
            using var response = await _client.GetAsync("/health/live", cancellationToken);
            status = response.StatusCode;
            return response.IsSuccessStatusCode
                ? HealthCheckResult.Healthy()
                : HealthCheckResult.Unhealthy($"the health check returned status {(int)response.StatusCode}");
        }
        catch (Exception exception) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy(exception is HttpRequestException
                ? $"no connection to {_client.BaseAddress} {ClientExceptionMapper.FindTlsReason(exception)}".TrimEnd()
                : $"no response from {_client.BaseAddress} within 2 s");
        }
        finally
        {
            metrics.RecordRequest([], "GET", status, time.GetElapsedTime(sent));
        }
    }

    public void Dispose() => _client.Dispose();
}
