namespace FrontendApi.Backend.Resilience;

/// <summary>The values of the flag <c>resilience</c>.</summary>
internal static class ResilienceMode
{
    public const string None = "none";

    /// <summary>Around each read: total timeout, retry, circuit breaker, timeout of a try.</summary>
    public const string Standard = "standard";

    public static readonly IReadOnlyList<string> Values = [None, Standard];
}
