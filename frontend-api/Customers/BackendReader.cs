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
            : tools.Resilience.Pipeline.ExecuteAsync(
                static async (read, token) => await read.Reader.TryAsync<T>(read.Resource, token),
                (Reader: this, Resource: resource), callerLeft).AsTask();

    public void Dispose()
    {
        if (_client is not null)
            tools.HttpClients.Return(_client);
    }

    private async Task<T> TryAsync<T>(BackendResource resource, CancellationToken cancellationToken)
        where T : class, IBackendDocument
    {
        Interlocked.Increment(ref _calls);
        var started = tools.Time.GetTimestamp();
        var outcome = "fault";
        FirstByte.Watch(() =>
            tools.Metrics.FirstByteCame(plan.Strategy.Name, resource.Operation, tools.Time.GetElapsedTime(started)));
        try
        {
            if (await CallAsync<T>(resource.Path, cancellationToken) is not { IsComplete: true } document)
                throw new BackendException(BackendFault.Body, resource);
            outcome = "success";
            return document;
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested)
        {
            // Polly's token ends a try that is too slow, and it makes a timeout of this itself.
            outcome = callerLeft.IsCancellationRequested ? "cancelled" : "timeout";
            throw new OperationCanceledException(null, exception, cancellationToken);
        }
        catch (Exception exception) when (exception.Translate(resource) is { } failure)
        {
            outcome = failure.Outcome;
            throw failure;
        }
        finally
        {
            tools.Metrics.BackendCalled(plan.Strategy.Name, resource.Operation, outcome, tools.Time.GetElapsedTime(started));
        }
    }

    private async Task<T?> CallAsync<T>(string path, CancellationToken cancellationToken)
    {
        if (plan.Strategy.OverWebClient is { } overWebClient)
            return await overWebClient.ReadAsync<T>(tools.WebClients, path, cancellationToken);

        // HttpClient's own timeout ends with the headers where the body is streamed.
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(tools.Options.Value.Timeout);
        return await plan.Strategy.OverHttpClient!.ReadAsync<T>(_client!, path, timeout.Token);
    }
}
