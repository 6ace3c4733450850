using FrontendApi.Backend;
using FrontendApi.Backend.Resilience;

namespace FrontendApi.Customers;

/// <summary>
/// One request's reads from the back-end, by its plan: the same limits, metrics and failures for every strategy.
/// </summary>
internal sealed class BackendReader(CallPlan plan, ReadingTools tools, CancellationToken callerLeft) : IDisposable
{
    private readonly HttpClient? _client =
        plan.Strategy.OverHttpClient is null ? null : tools.HttpClients.Take(plan.ClientLifetime);

    private int _calls;

    /// <summary>Calls so far, retries included.</summary>
    public int Calls => _calls;

    public Task<T> ReadAsync<T>(BackendResource resource)
        where T : class, IBackendDocument =>
        plan.Resilience is ResilienceMode.None
            ? TryAsync<T>(resource, callerLeft)
            : tools.Resilience.Reads.ExecuteAsync(
                static async (read, token) => await read.Reader.TryAsync<T>(read.Resource, token),
                (Reader: this, Resource: resource), callerLeft).AsTask();

    public void Dispose()
    {
        if (_client is not null)
            tools.HttpClients.Return(_client);
    }

    private Task<T> TryAsync<T>(BackendResource resource, CancellationToken cancellationToken)
        where T : class, IBackendDocument
    {
        Interlocked.Increment(ref _calls);
        return tools.Calls.MeasureAsync(
            plan.Strategy.Name, resource, (Reader: this, Resource: resource),
            static (read, token) => read.Reader.CallAsync<T>(read.Resource, token), cancellationToken, callerLeft);
    }

    private async Task<T> CallAsync<T>(BackendResource resource, CancellationToken cancellationToken)
        where T : class, IBackendDocument
    {
        // HttpClient's own timeout ends with the headers where the body is streamed. A WebClient has its limits itself.
        using var timeout = plan.Strategy.OverHttpClient is null
            ? null
            : CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout?.CancelAfter(tools.Options.Value.Timeout);
        var read = timeout is null
            ? plan.Strategy.OverWebClient!.ReadAsync<T>(tools.WebClients, resource.Path, cancellationToken)
            : plan.Strategy.OverHttpClient!.ReadAsync<T>(_client!, resource.Path, timeout.Token);
        return await read is { IsComplete: true } document ? document : throw new BackendException(BackendFault.Body, resource);
    }
}
