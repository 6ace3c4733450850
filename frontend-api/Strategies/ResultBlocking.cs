using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls an asynchronous method and waits for it with .Result, as people write it in code that cannot
/// await. It blocks a thread of the pool, and the response needs another one (docs/blocking.md). A caller that
/// disconnects and Backend:Timeout cancel the call, but only when the pool has a thread for that.
/// </summary>
internal sealed class ResultBlocking() : HttpClientStrategy(
    "result-blocking", "HttpClient.GetFromJsonAsync(…).Result, blocking; System.Text.Json, source-generated", ".NET 6, 2021"),
    IBlockingStrategy
{
    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        var reading = client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);
#pragma warning disable RS0030 // This strategy is there to show what .Result does.
        return Task.FromResult(reading.Result);
#pragma warning restore RS0030
    }
}
