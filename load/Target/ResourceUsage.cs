namespace Load.Target;

/// <summary>What the tiers used in one stretch of load.</summary>
/// <param name="Tiers">By tier name; null where a tier has no readable metrics.</param>
/// <param name="ServerRequests">How many requests the front-end counted; null where it does not count.</param>
/// <param name="Agrees">The front-end's count is what the client sent, or there is no such count.</param>
internal sealed record ResourceUsage(IReadOnlyDictionary<string, ProcessMetrics?> Tiers, double? ServerRequests, bool Agrees);
