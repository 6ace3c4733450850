using FrontendApi.Backend;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.Options;

namespace FrontendApi.Customers;

/// <summary>
/// The policy for <c>Client:Cache=output</c>, in addition to the default one of ASP.NET Core: that one keeps only
/// responses with the status 200, each for its path and query, and lets requests wait for a response that is being made.
/// </summary>
internal sealed class SharedResponsePolicy(IOptions<ClientOptions> options) : IOutputCachePolicy
{
    public ValueTask CacheRequestAsync(OutputCacheContext context, CancellationToken cancellation)
    {
        context.ResponseExpirationTimeSpan = options.Value.CacheTimeToLive;
        // The response is made even if its caller disconnects, because other requests may wait for it. The middleware
        // would fail them, or give them what had been written until then (dotnet/aspnetcore#56427).
        context.HttpContext.RequestAborted = CancellationToken.None;
        return ValueTask.CompletedTask;
    }

    public ValueTask ServeFromCacheAsync(OutputCacheContext context, CancellationToken cancellation) =>
        ValueTask.CompletedTask;

    public ValueTask ServeResponseAsync(OutputCacheContext context, CancellationToken cancellation) =>
        ValueTask.CompletedTask;
}
