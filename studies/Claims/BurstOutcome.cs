namespace Studies.Claims;

/// <summary>What became of the requests of a burst, and their median latency in milliseconds.</summary>
internal sealed record BurstOutcome(long Requests, long Errors, double DurationS, double Rps, double? P50 = null);
