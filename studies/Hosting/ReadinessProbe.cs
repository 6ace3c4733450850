namespace Studies.Hosting;

/// <summary>Waits until a service says that it is ready.</summary>
internal static class Readiness
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    /// <exception cref="TimeoutException">It did not.</exception>
    public static async Task WaitAsync(HttpClient http, string role, Uri address, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Limit);
        try
        {
            while (!await IsReadyAsync(http, address, limit.Token))
                await Task.Delay(Interval, limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"The {role} at {address} did not become ready within {Limit.TotalSeconds} s.");
        }
    }

    private static async Task<bool> IsReadyAsync(HttpClient http, Uri address, CancellationToken limit)
    {
        using var answer = await http.GetAsync(new Uri(address, "/health/ready"), limit);
        return answer.IsSuccessStatusCode;
    }
}
