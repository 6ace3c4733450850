using FrontendApi.Backend;
using FrontendApi.Caching;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

/// <summary>
/// The policy for <c>cache=output</c>, in addition to the default one of ASP.NET Core: that one keeps only responses
/// with the status 200, each for its path and query, and lets requests wait for a response that is being made.
/// </summary>
internal sealed class CustomerOutputCache(IOptions<CacheOptions> cache, IOptions<BackendOptions> backend)
    : IOutputCachePolicy
{
    /// <summary>Returns whether a request asks for the output cache. Other requests do not pay for it.</summary>
    public static bool IsRequestedBy(HttpContext context)
    {
        var mode = context.Request.Query.TryGetValue(CacheMode.CacheFlag.Name, out var given)
            ? given.ToString()
            : context.RequestServices.GetRequiredService<IOptions<QueryFlagDefaults>>().Value[CacheMode.CacheFlag];
        return mode is CacheMode.Output;
    }

    public ValueTask CacheRequestAsync(OutputCacheContext context, CancellationToken cancellation)
    {
        var request = context.HttpContext;
        if (CustomerFlags.Bind(new QueryFlagBinder(request, CustomerFlags.All), backend.Value) is not { } flags)
        {
            context.EnableOutputCaching = false;
            return ValueTask.CompletedTask;
        }

        CustomerEndpoints.AddMetricTags(request, flags);
        context.ResponseExpirationTimeSpan = cache.Value.TimeToLive;
        context.CacheVaryByRules.HeaderNames = FaultHeaders.Names;
        // The response is made even if its caller disconnects, because other requests may wait for it. The middleware
        // would fail them, or give them what had been written until then (dotnet/aspnetcore#56427).
        request.RequestAborted = CancellationToken.None;
        return ValueTask.CompletedTask;
    }

    public ValueTask ServeFromCacheAsync(OutputCacheContext context, CancellationToken cancellation)
    {
        // The kept headers tell how many calls the first request made.
        var response = context.HttpContext.Response;
        response.OnStarting(() =>
        {
            CustomerEndpoints.SetTiming(response, new(TimeSpan.Zero, Calls: 0));
            return Task.CompletedTask;
        });
        return ValueTask.CompletedTask;
    }

    public ValueTask ServeResponseAsync(OutputCacheContext context, CancellationToken cancellation) =>
        ValueTask.CompletedTask;
}
