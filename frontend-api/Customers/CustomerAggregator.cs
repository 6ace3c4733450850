using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FrontendApi.Backend;
using FrontendApi.Strategies;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.Caching.Memory;

namespace FrontendApi.Customers;

/// <summary>
/// Reads customers with their orders, with the strategy of each request. With <c>Client:Cache</c>, requests with the
/// same flags share what one of them has read. Failures are not kept.
/// </summary>
internal sealed class CustomerAggregator(
    BackendCaller backend, IMemoryCache memory, HybridCache hybrid, IOptions<ClientOptions> options, TimeProvider time)
{
    private readonly string _cache = options.Value.Cache;

    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public Task<(CustomerAggregate Aggregate, BackendTiming Timing)> ReadAsync(
        int id, CustomerFlags flags, CancellationToken requestAborted) => _cache switch
        {
            CacheMode.Memory => ReadWithMemoryCacheAsync(id, flags, requestAborted),
            CacheMode.Hybrid => ReadWithHybridCacheAsync(id, flags, requestAborted),
            _ => ReadFromBackendAsync(id, flags, requestAborted),
        };

    private async Task<(CustomerAggregate Aggregate, BackendTiming Timing)> ReadFromBackendAsync(
        int id, CustomerFlags flags, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        using var calls = backend.Begin(
            flags.Strategy.Name, flags.Lifetime, flags.Http, flags.Resilience,
            flags.Strategy is IExclusiveClient ? flags.Strategy.Name : "", cancellationToken);
        var aggregate = await flags.Strategy.ReadCustomerAsync(id, flags.FanOut, calls);
        return (aggregate, new(time.GetElapsedTime(started), calls.Attempts));
    }

    // Every request that finds nothing reads the customer, so that the back-end gets many calls at once.
    private async Task<(CustomerAggregate Aggregate, BackendTiming Timing)> ReadWithMemoryCacheAsync(
        int id, CustomerFlags flags, CancellationToken requestAborted)
    {
        if (memory.TryGetValue((id, flags), out CustomerAggregate? kept))
            return (kept!, default);
        var read = await ReadFromBackendAsync(id, flags, requestAborted);
        memory.Set((id, flags), read.Aggregate, options.Value.CacheTimeToLive);
        return read;
    }

    // One of the requests that find nothing reads the customer, and the others wait for it.
    private async Task<(CustomerAggregate Aggregate, BackendTiming Timing)> ReadWithHybridCacheAsync(
        int id, CustomerFlags flags, CancellationToken requestAborted)
    {
        var timing = default(BackendTiming);
        var aggregate = await hybrid.GetOrCreateAsync($"{id} {flags}", async cancellationToken =>
        {
            (var read, timing) = await ReadFromBackendAsync(id, flags, cancellationToken);
            return read;
        }, new() { Expiration = options.Value.CacheTimeToLive }, cancellationToken: requestAborted);
        return (aggregate, timing);
    }
}

/// <summary>The time and the number of a request's calls, retries included, for the header Server-Timing.</summary>
internal readonly record struct BackendTiming(TimeSpan Duration, int Calls)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"backend;dur={Duration.TotalMilliseconds:F3};desc=\"{Calls} {(Calls is 1 ? "call" : "calls")}\"");
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(CustomerAggregate))]
[JsonSerializable(typeof(StrategyCatalogResponse))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
