namespace Experiments.Hosting;

internal static class ReadinessProbe
{
    /// <summary>The time in which a program must be ready. On a busy machine, a service needed 34 s.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    public static async Task WaitAsync(HttpClient http, string name, Uri probe, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Limit);
        try
        {
            while (!await IsReadyAsync(http, probe, limit.Token))
                await Task.Delay(Interval, limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"{name} was not ready within {Limit.TotalSeconds} s");
        }
    }

    /// <summary>Sends a request, and closes its connection, which the load tool would take for a client's.</summary>
    public static async Task<HttpResponseMessage> GetOnceAsync(
        this HttpClient http, Uri address, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address) { Headers = { ConnectionClose = true } };
        return await http.SendAsync(request, cancellationToken);
    }

    private static async Task<bool> IsReadyAsync(HttpClient http, Uri probe, CancellationToken cancellationToken)
    {
        try
        {
            using var response = await http.GetOnceAsync(probe, cancellationToken);
            return response.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }
}
