using FrontendApi.Backend;
using FrontendApi.Backend.Resilience;
using Microsoft.Extensions.Options;

namespace FrontendApi.Customers;

/// <summary>What every request's <see cref="BackendReader"/> works with.</summary>
internal sealed record ReadingTools(
    HttpClients HttpClients,
    WebClientConnections WebClients,
    StandardResilience Resilience,
    MeasuredCalls Calls,
    IOptions<BackendOptions> Options,
    TimeProvider Time);
