namespace Studies.Hosting;

internal static class ReadinessProbe
{
    private static readonly TimeSpan ReadinessTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    public static async Task WaitAsync(HttpClient http, string name, Uri probe, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(ReadinessTimeout);
        try
        {
            while (!await IsReadyAsync(http, probe, limit.Token))
                await Task.Delay(Interval, limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"{name} at {probe} did not become ready within {ReadinessTimeout.TotalSeconds} s.");
        }
    }

    private static async Task<bool> IsReadyAsync(HttpClient http, Uri probe, CancellationToken cancellationToken)
    {
        try
        {
            // A connection that stays open would be named in the report as another client of the service.
            using var request = new HttpRequestMessage(HttpMethod.Get, probe) { Headers = { ConnectionClose = true } };
            using var response = await http.SendAsync(request, cancellationToken);
            return response.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }
}
