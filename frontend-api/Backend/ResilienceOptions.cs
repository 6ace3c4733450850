using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend;

/// <summary>
/// The settings of <c>resilience=retry</c>, <c>breaker</c> and <c>budget</c>. Configuration section <c>Resilience</c>.
/// The modes <c>standard</c> and <c>hedging</c> have the default settings of their library.
/// </summary>
internal sealed class ResilienceOptions
{
    public const string Section = "Resilience";

    /// <summary>
    /// The largest number of retries of a failed call to the back-end. From 1 to 10; the default is 3.
    /// </summary>
    [Range(1, 10, ErrorMessage = "Set Resilience:Retries to a number between 1 and 10.")]
    public int Retries { get; init; } = 3;

    /// <summary>
    /// The delay before the first retry; each later delay is twice as long, with jitter. From 0 to 1 min; the default
    /// is 200 ms.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00",
        ErrorMessage = "Set Resilience:RetryDelay to a time between 00:00:00 and 00:01:00.")]
    public TimeSpan RetryDelay { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>
    /// The number of retries per call that <c>resilience=budget</c> allows in the long run. From 0.01 to 1; the default
    /// is 0.1.
    /// </summary>
    [Range(0.01, 1, ErrorMessage = "Set Resilience:RetryBudget to a number between 0.01 and 1.")]
    public double RetryBudget { get; init; } = 0.1;

    /// <summary>
    /// The ratio of failed attempts to all attempts at which the circuit breaker opens. The breaker counts attempts and
    /// not calls, so a low ratio opens the circuit although retries would succeed. From 0.01 to 1; the default is 0.5.
    /// </summary>
    [Range(0.01, 1, ErrorMessage = "Set Resilience:FailureRatio to a number between 0.01 and 1.")]
    public double FailureRatio { get; init; } = 0.5;

    /// <summary>
    /// The number of attempts within the sampling duration below which the circuit breaker stays closed. From 2 to
    /// 1,000,000; the default is 50.
    /// </summary>
    [Range(2, 1_000_000, ErrorMessage = "Set Resilience:MinimumThroughput to a number between 2 and 1000000.")]
    public int MinimumThroughput { get; init; } = 50;

    /// <summary>
    /// The time over which the circuit breaker calculates the failure ratio. When the back-end goes away, the circuit
    /// opens about this much later, because earlier successes count until then. From 500 ms to 1 h; the default is 5 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.500", "01:00:00",
        ErrorMessage = "Set Resilience:SamplingDuration to a time between 00:00:00.500 and 01:00:00.")]
    public TimeSpan SamplingDuration { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The time that the circuit breaker stays open. From 500 ms to 1 h; the default is 5 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.500", "01:00:00",
        ErrorMessage = "Set Resilience:BreakDuration to a time between 00:00:00.500 and 01:00:00.")]
    public TimeSpan BreakDuration { get; init; } = TimeSpan.FromSeconds(5);
}
