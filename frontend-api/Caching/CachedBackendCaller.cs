using FrontendApi.Backend;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Internal;
using Microsoft.Extensions.Options;

namespace FrontendApi.Caching;

/// <summary>
/// Reads from the back-end, unless a request has the query flag <c>cache</c> and another request has read the same, or
/// is reading it. Failures are not kept.
/// </summary>
internal sealed class CachedBackendCaller(
    BackendCaller backend, FaultHeaders faults, IOptions<CacheOptions> options, TimeProvider time) : IDisposable
{
    private readonly CallCoalescer<ReadKey> _callsUnderWay = new();

    private readonly MemoryCache _documents = new(new MemoryCacheOptions
    {
        SizeLimit = options.Value.MaxDocuments,
        // Expired documents count until a scan removes them.
        ExpirationScanFrequency = options.Value.TimeToLive,
        Clock = new Clock(time),
    });

    /// <summary>Reads from the back-end, or returns what another request reads or has read.</summary>
    /// <param name="mode">The value of the query flag <c>cache</c>.</param>
    /// <param name="key">The resource to read, and the flags of the request.</param>
    /// <param name="request">The incoming request for which the back-end is called.</param>
    /// <param name="state">The value to pass to the delegate.</param>
    /// <param name="send">The delegate that makes one attempt to call the back-end.</param>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public Task<T> CallAsync<TState, T>(
        string mode,
        ReadKey key,
        BackendCallContext request,
        TState state,
        Func<TState, CancellationToken, Task<T>> send)
        where T : class => mode switch
        {
            CacheMode.Memory => CallAndKeepAsync(AddFaults(key), request, state, send),
            CacheMode.Coalescing => ShareCallAsync(AddFaults(key), request, state, send),
            _ => backend.CallAsync(request, key.Resource, state, send),
        };

    public void Dispose() => _documents.Dispose();

    private async Task<T> CallAndKeepAsync<TState, T>(
        ReadKey key, BackendCallContext request, TState state, Func<TState, CancellationToken, Task<T>> send)
        where T : class
    {
        if (_documents.TryGetValue(key, out T? kept) && kept is not null)
            return kept;
        var document = await backend.CallAsync(request, key.Resource, state, send);
        return _documents.Set(key, document, new MemoryCacheEntryOptions
        {
            Size = 1,
            AbsoluteExpirationRelativeToNow = options.Value.TimeToLive,
        });
    }

    private Task<T> ShareCallAsync<TState, T>(
        ReadKey key, BackendCallContext request, TState state, Func<TState, CancellationToken, Task<T>> send)
        where T : class => _callsUnderWay.CallAsync(
            key,
            cancellationToken => backend.CallAsync(request, key.Resource, state, send, cancellationToken),
            request.CancellationToken);

    private ReadKey AddFaults(ReadKey key) => key with { Faults = string.Join('\n', faults.Read()) };

    private sealed class Clock(TimeProvider time) : ISystemClock
    {
        public DateTimeOffset UtcNow => time.GetUtcNow();
    }
}

/// <summary>Identifies what a request reads from the back-end.</summary>
/// <param name="Flags">
/// The flags of the request. Requests with different flags share nothing, so that no strategy is measured with the work
/// of another.
/// </param>
/// <param name="Resource">The resource of the back-end.</param>
internal readonly record struct ReadKey(object Flags, BackendResource Resource)
{
    /// <summary>The faults that the request passes on to the back-end; empty for none.</summary>
    public string Faults { get; init; } = "";
}
