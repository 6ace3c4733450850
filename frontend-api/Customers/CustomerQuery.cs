using Microsoft.AspNetCore.Mvc;

namespace FrontendApi.Customers;

/// <summary>The flags as they came.</summary>
internal readonly record struct CustomerQuery(
    [FromQuery(Name = "strategy")] string? Strategy,
    [FromQuery(Name = "client")] string? Client,
    [FromQuery(Name = "fanout")] string? FanOut,
    [FromQuery(Name = "resilience")] string? Resilience);
